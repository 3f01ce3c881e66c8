import type { Environment } from '@playhead/server-kit/tenant.ts'
import { insertLiveEvent } from './events/insert-live-event.ts'
import { setLiveStatus, updateLiveCommand } from './row/broadcast-state.sql.ts'
import { lockLiveStreamEvenDeleted } from './row/live-streams.sql.ts'
import { deleteTargetsOf } from './simulcast/targets.sql.ts'

/**
 * The last step of a broadcast, in the transaction of its end, after `idle` and the end of its asset: what was asked
 * of it meanwhile takes effect.
 */
export const settleCommand = async (environment: Environment, id: string) => {
  const stream = await lockLiveStreamEvenDeleted(environment, id)
  if (!stream?.command) return
  await updateLiveCommand(environment, id, null)
  if (stream.command === 'disable') {
    await setLiveStatus(environment, id, { status: 'disabled' })
    await insertLiveEvent(environment, 'disabled', id)
  }
  if (stream.command === 'delete') {
    await insertLiveEvent(environment, 'deleted', id)
    await deleteTargetsOf(environment, id)
  }
}
