/** Labels of the code field, by method. */
export const codeFields = {
  authenticator_app: {
    label: 'Code of your authenticator app',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 7,
  },
  recovery_code: {
    label: 'Recovery code',
    inputMode: 'text',
    autoComplete: 'off',
    maxLength: 20,
  },
} as const
