import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@playhead/domain/format.ts'
import { views } from '@playhead/features/data/views/contract'
import { deliveryUsage } from '@playhead/features/video/delivery-usage/contract'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import { defaultTimeframe } from '@playhead/question-kit/timeframe/timeframe.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { type Asset, bytesText, minutesText } from '../asset-facts.ts'

const quiet = { quiet: true } as const
const timeframe = ['7:days']

/** Links to the asset's views, where there are any. */
const ViewsLink = ({ assetId }: { assetId: string }) => {
  const path = useScreenPath()('views')
  const list = useQuery({
    ...query(
      views.list,
      { query: { timeframe, filters: [`asset_id:${assetId}`], limit: 1 } },
      quiet,
    ),
    enabled: path !== undefined,
  })
  const count = list.data?.totalRowCount ?? 0
  if (path === undefined || count === 0) return null
  const search = questionSearch(
    {
      timeframe,
      predicates: [{ dimension: 'asset_id', value: assetId, isExcluded: false }],
      metricPredicates: [],
    },
    defaultTimeframe,
  )
  return (
    <Link href={path + stringifySearch(search)}>
      {formatNumber(count)} {count === 1 ? 'view' : 'views'} in the last 7 days
    </Link>
  )
}

const Figure = ({ term, value, detail }: { term: string; value: string; detail?: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-3">{term}</dt>
    <dd className="text-md tabular-nums">{value}</dd>
    {detail !== undefined && <dd className="text-xs text-ink-2 tabular-nums">{detail}</dd>}
  </div>
)

export const UsageCard = ({ asset }: { asset: Asset }) => {
  const usage = useQuery(query(deliveryUsage.ofAsset, { params: { id: asset.id } }, quiet))
  const used = usage.data?.data
  return (
    <Card title="Usage" actions={<ViewsLink assetId={asset.id} />} isFailing={usage.isLoadingError}>
      {usage.isLoadingError ? (
        <FailedState message={usage.error.message} onRetry={() => void usage.refetch()} />
      ) : used ? (
        <dl className="grid grid-cols-3 gap-3">
          <Figure
            term="Stored"
            value={minutesText(used.storedMinutes)}
            detail={bytesText(used.storedBytes)}
          />
          <Figure term="Encoded" value={minutesText(used.encodedMinutes)} />
          <Figure
            term="Delivered"
            value={minutesText(used.deliveredMinutes)}
            detail={bytesText(used.deliveredBytes)}
          />
        </dl>
      ) : (
        <Skeleton height={56} />
      )}
    </Card>
  )
}
