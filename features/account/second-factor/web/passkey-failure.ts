import { isCallError } from '@playhead/web-kit/call-error.ts'

const sentences: Record<string, string> = {
  // Browsers do not tell a person who cancelled from one who waited too long.
  NotAllowedError: 'The passkey was not used. Try again when you are ready.',
  AbortError: 'The passkey was not used. Try again when you are ready.',
  InvalidStateError: 'There is a passkey for this account on this device already.',
  SecurityError: 'Passkeys do not work at this address.',
}

/** What went wrong between page, browser and server, as a sentence for the person. */
export const passkeyFailure = (error: unknown) => {
  if (isCallError(error)) return error.messages.join(' ') || error.message
  const name = error instanceof Error ? error.name : ''
  return sentences[name] ?? 'The passkey could not be used. Please try again.'
}
