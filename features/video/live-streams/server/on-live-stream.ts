import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { notifyLive } from './row/broadcast-state.sql.ts'
import { hasBroadcast, type LiveStreamRow } from './row/live-stream-row.ts'
import { findLiveStream, lockLiveStream } from './row/live-streams.sql.ts'

/** Runs one transaction that holds a lock on the live stream, and then wakes its broadcast. */
export const onLiveStream = <T>(
  environment: Environment,
  id: string,
  work: (tenant: Environment, stream: LiveStreamRow) => Promise<T>,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const stream = await lockLiveStream(tenant, id)
    if (!stream) throw notFound('live stream')
    const result = await work(tenant, stream)
    await notifyLive(tenant, id)
    return result
  })

export const requireLiveStream = async (environment: Environment, id: string) => {
  const stream = await findLiveStream(environment, id)
  if (!stream) throw notFound('live stream')
  return stream
}

export const refuseDuringBroadcast = (stream: LiveStreamRow) => {
  if (hasBroadcast(stream))
    throw new ApiError('invalid_parameters', {
      messages: [
        'This can be changed only while no encoder is connected and the live stream is not active.',
      ],
    })
}
