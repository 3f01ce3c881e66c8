/** The states of the removal of a user. ACCT-029 */
export const removalStates = ['idle', 'asking', 'removing', 'failed'] as const
export type RemovalState = (typeof removalStates)[number]

export const removalEvents = ['toggle', 'confirm', 'cancel', 'succeeded', 'failed'] as const
type RemovalEvent = (typeof removalEvents)[number]

const transitions: Record<RemovalState, Partial<Record<RemovalEvent, RemovalState>>> = {
  idle: { toggle: 'asking' },
  asking: { toggle: 'idle', cancel: 'idle', confirm: 'removing' },
  removing: { succeeded: 'idle', failed: 'failed' },
  failed: { toggle: 'idle', cancel: 'idle', confirm: 'removing' },
}

export const removalTransition = (state: RemovalState, event: RemovalEvent): RemovalState =>
  transitions[state][event] ?? state
