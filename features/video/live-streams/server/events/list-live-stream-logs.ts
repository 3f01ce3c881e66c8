import { listLogsOf } from '@playhead/features/activity/logs/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { requireLiveStream } from '../on-live-stream.ts'

/** LIVE-016 */
export const listLiveStreamLogs: Handlers<typeof liveStreams>['logs'] = async ({
  environment,
  params,
  query,
}) => {
  const { id } = await requireLiveStream(environment, params.id)
  return { data: await listLogsOf(environment, id, query.limit) }
}
