import { useQuery } from '@tanstack/react-query'
import { formatDurationParts, formatNumber } from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { metricQuestions } from '@playhead/question-contract/metric-questions.ts'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import { defaultTimeframe } from '@playhead/question-kit/timeframe/timeframe.ts'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import type { Asset } from '../asset-facts.ts'
import { Figure } from './figure.tsx'

const timeframe = ['7:days']

const useOverall = (metric: MetricId, assetId: string) =>
  useQuery(
    query(
      metricQuestions.overall,
      { params: { metric }, query: { timeframe, filters: [`asset_id:${assetId}`] } },
      { quiet: true },
    ),
  )

/** The views of this asset alone, on another screen. */
const useAssetLink = (assetId: string) => {
  const screenPath = useScreenPath()
  return (address: string, more: Record<string, string> = {}) => {
    const [screen] = address.split('?')
    const path = screenPath(screen!)
    const predicate = { dimension: 'asset_id', value: assetId, isExcluded: false } as const
    const question = { timeframe, predicates: [predicate], metricPredicates: [] }
    return (
      path && path + stringifySearch({ ...more, ...questionSearch(question, defaultTimeframe) })
    )
  }
}

interface QualityProps {
  metric: MetricId
  value: number | null | undefined
  href: string | undefined
}

const Quality = ({ metric, value, href }: QualityProps) => {
  const { title } = metrics[metric]
  const text = formatMetricValue(value, metrics[metric], metrics[metric].defaultMeasurement)
  return <Figure term={href ? <Link href={href}>{title}</Link> : title} value={text} />
}

/** How many watch this asset, and how well it plays for them. */
export const ViewersCard = ({ asset }: { asset: Asset }) => {
  const score = useOverall('viewer_experience_score', asset.id)
  const rebuffering = useOverall('rebuffer_percentage', asset.id)
  const failures = useOverall('playback_failure_percentage', asset.id)
  const link = useAssetLink(asset.id)
  const seen = score.data?.data
  const failed = [score, rebuffering, failures].find(({ isLoadingError }) => isLoadingError)
  const views = seen?.totalViews ?? 0
  const viewsHref = views > 0 ? link('views') : undefined
  return (
    <Card
      title="Viewers, last 7 days"
      actions={
        viewsHref && (
          <Link href={viewsHref}>
            {formatNumber(views)} {views === 1 ? 'view' : 'views'}
          </Link>
        )
      }
      isFailing={failed !== undefined}
    >
      {failed?.error ? (
        <FailedState message={failed.error.message} onRetry={() => void failed.refetch()} />
      ) : !seen || !rebuffering.data || !failures.data ? (
        <Skeleton height={56} />
      ) : views === 0 ? (
        <EmptyState title="No views in the last 7 days">
          A view by a player with the SDK is counted here a minute after it has ended.
        </EmptyState>
      ) : (
        <dl className="grid grid-cols-2 gap-3">
          <Figure term="Watch time" value={formatDurationParts(seen.totalWatchTime)} />
          <Figure
            term={metrics.viewer_experience_score.title}
            value={<ScoreBadge score={seen.value === null ? null : seen.value * 100} />}
          />
          <Quality
            metric="rebuffer_percentage"
            value={rebuffering.data.data.value}
            href={link('metrics', { metric: 'rebuffer_percentage' })}
          />
          <Quality
            metric="playback_failure_percentage"
            value={failures.data.data.value}
            href={link('metrics', { metric: 'playback_failure_percentage' })}
          />
        </dl>
      )}
    </Card>
  )
}
