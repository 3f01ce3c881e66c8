import { useQuery } from '@tanstack/react-query'
import { formatFullDate } from '@playhead/domain/format.ts'
import { views } from '@playhead/features/data/views/contract'
import { questionQueryOf, questionSearch } from '@playhead/question-kit/question/question.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import type { IncidentQuestion } from './incident-question.ts'

const shownMax = 5

const isOfFailures = (measurement: string) =>
  measurement.replaceAll('_', '-') === 'playback-failure-percentage' ||
  measurement.replaceAll('_', '-') === 'video-startup-failure-percentage'

interface AffectedViewsCardProps {
  measurement: string
  asked: IncidentQuestion
}

/** Finished views of the incident, each with its replay: of failures, those with an error. */
export const AffectedViewsCard = ({ measurement, asked }: AffectedViewsCardProps) => {
  const path = usePath()
  const { during } = asked
  const hasError = isOfFailures(measurement)
  const list = useQuery(
    query(
      views.list,
      {
        query: {
          ...questionQueryOf(during),
          ...(hasError && { errorId: 'any' }),
          page: 1,
          limit: shownMax,
        },
      },
      { quiet: true },
    ),
  )
  const rows = list.data?.data
  const all = path('views') + stringifySearch(questionSearch(during))
  return (
    <Card
      title={hasError ? 'Views that failed' : 'Views of this time'}
      description="The newest that ended while the incident was open"
      isFailing={list.isLoadingError}
      actions={<Link href={all}>All views</Link>}
    >
      {list.isLoadingError ? (
        <FailedState
          message={list.error.message}
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : !rows ? (
        <SkeletonLines count={shownMax} />
      ) : rows.length === 0 ? (
        <p className="text-sm text-ink-2">None has ended yet.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {rows.map(({ id, videoTitle, playerErrorMessage, viewEnd, viewerOsFamily }) => (
            <li key={id} className="grid">
              <Link href={path(`views/${id}`)} className="break-words">
                {videoTitle || 'A view without a title'}
              </Link>
              <span className="text-sm break-words text-ink-2">
                {[playerErrorMessage, viewerOsFamily, formatFullDate(viewEnd)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
