import { Suspense } from 'react'
import { formatCents } from '@playhead/domain/money.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { balanceText, loadError } from './invoice-texts.ts'
import { owedAction, type OwedActionProps } from './slots.ts'
import type { useOutstanding } from './use-invoices.ts'
import './invoices.css'

const Actions = ({ oldest }: OwedActionProps) =>
  useSlot(owedAction).map(({ order, Part }) => <Part key={order} oldest={oldest} />)

/** What is owed, by currency. */
export const Balances = ({ outstanding }: { outstanding: ReturnType<typeof useOutstanding> }) => {
  if (outstanding.isLoadingError)
    return <FailedState message={loadError} onRetry={() => void outstanding.refetch()} />
  if (!outstanding.data) return <SkeletonLines count={2} />
  const { balances } = outstanding.data.data
  if (balances.length === 0) return <p className="text-ink-2">Nothing is owed.</p>
  return balances.map((balance) => (
    <div key={balance.currency} className="invoices-balance">
      <p>
        <strong>{formatCents(balance.cents, balance.currency)}</strong>
        {balance.lateCents > 0 && <Badge tone="warn">Overdue</Badge>}
      </p>
      <p className="text-ink-2">{balanceText(balance)}</p>
      <Suspense fallback={null}>
        <Actions oldest={balance.oldest} />
      </Suspense>
    </div>
  ))
}
