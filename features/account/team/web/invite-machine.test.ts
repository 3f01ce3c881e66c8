import { expect, test } from 'vitest'
import {
  inviteEvents,
  type InviteState,
  inviteStates,
  inviteToasts,
  inviteTransition,
} from './invite-machine.ts'

test('ACCT-020 ACCT-022 every event in every state leads where the table says', () => {
  const table: Record<InviteState, InviteState[]> = {
    //        start      cancel     send       sent       failed     deleted
    idle: ['started', 'idle', 'idle', 'idle', 'idle', 'idle'],
    started: ['started', 'idle', 'sending', 'started', 'started', 'started'],
    sending: ['sending', 'sending', 'sending', 'idle', 'started', 'sending'],
  }
  for (const state of inviteStates)
    expect(inviteEvents.map((event) => inviteTransition(state, event))).toEqual(table[state])
})

test('ACCT-025 only sending and deleting show a toast', () => {
  expect(inviteToasts).toEqual({ sent: 'Invite sent', deleted: 'Invite deleted' })
})
