import { useQuery } from '@tanstack/react-query'
import { deliveryUsage } from '@playhead/features/video/delivery-usage/contract'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { type Asset, bytesText, minutesText } from '../asset-facts.ts'
import { Figure } from './figure.tsx'

const quiet = { quiet: true } as const

export const UsageCard = ({ asset }: { asset: Asset }) => {
  const usage = useQuery(query(deliveryUsage.ofAsset, { params: { id: asset.id } }, quiet))
  const used = usage.data?.data
  return (
    <Card title="Usage" isFailing={usage.isLoadingError}>
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
