import { useQuery } from '@tanstack/react-query'
import { events } from '@playhead/features/activity/events/contract'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'

const shownMax = 25

export const CausedEvents = ({ requestId }: { requestId: string }) => {
  const path = usePath()
  const caused = useQuery(
    query(events.list, { query: { requestId, limit: shownMax } }, { quiet: true }),
  )
  const rows = caused.data?.data
  return (
    <Card title="Events it caused" isFailing={caused.isLoadingError}>
      {caused.isLoadingError ? (
        <FailedState
          message={caused.error.message}
          isRetrying={caused.isFetching}
          onRetry={() => void caused.refetch()}
        />
      ) : rows === undefined ? (
        <SkeletonLines count={2} />
      ) : rows.length === 0 ? (
        <p className="text-sm text-ink-3">None.</p>
      ) : (
        <ul className="grid gap-2">
          {rows.map(({ id, type, createdAt }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-3 text-sm">
              <Link href={path(`activity/events/${id}`)} className="break-all font-mono text-xs">
                {type}
              </Link>
              <span className="text-ink-3">
                <Time at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
