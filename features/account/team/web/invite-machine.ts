/** The states of an invite on the team page. ACCT-020 */
export const inviteStates = ['idle', 'started', 'sending'] as const
export type InviteState = (typeof inviteStates)[number]

export const inviteEvents = ['start', 'cancel', 'send', 'sent', 'failed', 'deleted'] as const
type InviteEvent = (typeof inviteEvents)[number]

/** Events without a transition are ignored: an invite that is being sent can no longer be cancelled. */
const transitions: Record<InviteState, Partial<Record<InviteEvent, InviteState>>> = {
  idle: { start: 'started' },
  started: { cancel: 'idle', send: 'sending' },
  sending: { sent: 'idle', failed: 'started' },
}

export const inviteTransition = (state: InviteState, event: InviteEvent): InviteState =>
  transitions[state][event] ?? state

/** ACCT-025 */
export const inviteToasts: Partial<Record<InviteEvent, string>> = {
  sent: 'Invite sent',
  deleted: 'Invite deleted',
}
