import { isCallError } from '@playhead/web-kit/calls/call-error.ts'

const sentences: Record<string, string> = {
  // Browsers report a cancelled dialog and a timeout alike.
  NotAllowedError: 'The passkey was not used. Try again when you are ready.',
  AbortError: 'The passkey was not used. Try again when you are ready.',
  InvalidStateError: 'There is a passkey for this account on this device already.',
  SecurityError: 'Passkeys do not work at this address.',
}

/** What went wrong in the page, browser or server, as a sentence for the person. */
export const passkeyFailure = (error: unknown) => {
  if (isCallError(error)) return error.messages.join(' ') || error.message
  const name = error instanceof Error ? error.name : ''
  return sentences[name] ?? 'The passkey could not be used. Please try again.'
}
