import { Badge } from '@playhead/ui/badges/badge.tsx'
import { unknownValue } from '@playhead/domain/format.ts'

interface Counts {
  delivered: number
  pending: number
  failed: number
}

/** What became of an event at the webhooks; the worst comes first. */
export const DeliveryBadge = ({ delivery }: { delivery: Counts }) => {
  const { delivered, pending, failed } = delivery
  const all = delivered + pending + failed
  if (all === 0)
    return (
      <span className="text-ink-3" title="No webhook was enabled when it happened">
        {unknownValue}
      </span>
    )
  const counted = (count: number, word: string) => (all === 1 ? word : `${count} of ${all} ${word}`)
  if (failed > 0) return <Badge tone="bad">{counted(failed, 'failed')}</Badge>
  if (pending > 0) return <Badge tone="warn">{counted(pending, 'pending')}</Badge>
  return <Badge tone="good">{counted(delivered, 'delivered')}</Badge>
}
