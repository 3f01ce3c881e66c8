import { useQuery } from '@tanstack/react-query'
import { perObjectMax } from '@playhead/features/activity/events/contract'
import { ObjectActivity } from '@playhead/features/activity/events/web'
import { query } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../contract.ts'
import type { PartProps } from './slots.ts'

/** Long enough that a person can see the old state before the next refetch. */
const refetchInterval = 10_000

/** ASST-011, ASST-012 */
export const ActivityTab = ({ asset: { id } }: PartProps) => {
  const input = { params: { id }, query: { limit: perObjectMax } }
  const events = useQuery({ ...query(assets.events, input, { quiet: true }), refetchInterval })
  const logs = useQuery({ ...query(assets.logs, input, { quiet: true }), refetchInterval })
  return <ObjectActivity id={id} noun="asset" events={events} logs={logs} />
}
