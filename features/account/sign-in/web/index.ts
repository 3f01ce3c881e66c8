export { PasswordRules } from './password/password-rules.tsx'
export { usePasswordCheck } from './password/use-password-check.ts'
export { ProofDialog } from './proof/proof-dialog.tsx'
