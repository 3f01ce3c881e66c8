import { listEventsOf } from '@playhead/features/activity/events/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { requireLiveStream } from '../on-live-stream.ts'

/** LIVE-016 */
export const listLiveStreamEvents: Handlers<typeof liveStreams>['events'] = async ({
  environment,
  params,
  query,
}) => {
  const { id } = await requireLiveStream(environment, params.id)
  return { data: await listEventsOf(environment, id, query.limit) }
}
