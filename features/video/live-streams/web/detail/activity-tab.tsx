import { useQuery } from '@tanstack/react-query'
import { perObjectMax } from '@playhead/features/activity/events/contract'
import { ObjectActivity } from '@playhead/features/activity/events/web'
import { query } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import type { PartProps } from '../slots.ts'

/** Events arrive by themselves; the calls that were refused have none. */
const refetchInterval = 10_000

/** LIVE-016 */
export const ActivityTab = ({ stream: { id } }: PartProps) => {
  const input = { params: { id }, query: { limit: perObjectMax } }
  const events = useQuery({ ...query(liveStreams.events, input, { quiet: true }), refetchInterval })
  const logs = useQuery({ ...query(liveStreams.logs, input, { quiet: true }), refetchInterval })
  return <ObjectActivity id={id} noun="live stream" events={events} logs={logs} />
}
