import { expect, test } from 'vitest'
import {
  removalEvents,
  type RemovalState,
  removalStates,
  removalTransition,
} from './removal-machine.ts'

test('ACCT-029 every event in every state leads where the table says; cancelling is ignored while loading', () => {
  const table: Record<RemovalState, RemovalState[]> = {
    //         toggle     confirm     cancel     succeeded  failed
    idle: ['asking', 'idle', 'idle', 'idle', 'idle'],
    asking: ['idle', 'removing', 'idle', 'asking', 'asking'],
    removing: ['removing', 'removing', 'removing', 'idle', 'failed'],
    failed: ['idle', 'removing', 'idle', 'failed', 'failed'],
  }
  for (const state of removalStates)
    expect(removalEvents.map((event) => removalTransition(state, event))).toEqual(table[state])
})
