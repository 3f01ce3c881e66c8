import { useQuery } from '@tanstack/react-query'
import { deliveryUsage } from '@playhead/features/video/delivery-usage/contract'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { type Asset, bytesText, minutesText } from '../asset-facts.ts'
import { Figure } from './figure.tsx'

const quiet = { quiet: true } as const

/** Where the cost of each title is; only admins may open it. */
const useCostLink = () => {
  const details = useScreenPath()('account/billing/usage-details')
  const environment = useEnvironment()
  return details && environment && `${details}?environment=${environment.id}`
}

export const UsageCard = ({ asset }: { asset: Asset }) => {
  const costHref = useCostLink()
  const usage = useQuery(query(deliveryUsage.ofAsset, { params: { id: asset.id } }, quiet))
  const used = usage.data?.data
  return (
    <Card
      title="Usage"
      isFailing={usage.isLoadingError}
      actions={costHref && <Link href={costHref}>Usage details</Link>}
    >
      {usage.isLoadingError ? (
        <FailedState message={usage.error.message} onRetry={() => void usage.refetch()} />
      ) : used ? (
        <dl className="grid grid-cols-3 gap-3">
          <Figure
            term="Stored"
            value={minutesText(used.storedMinutes)}
            detail={bytesText(used.storedBytes)}
          />
          <Figure
            term="Encoded"
            value={minutesText(used.encodedMinutes)}
            detail="Sum of all renditions; billed once"
          />
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
