import { formatDate, formatFullDate } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { feeText } from '../plan-texts.ts'
import { type PlanVersion, usePlanVersions } from './use-plan-versions.ts'
import '../plans.css'

const OfferPlansDialog = lazyDialog('OfferPlansDialog', () => import('./offer-plans-dialog.tsx'))

const columns: Column<PlanVersion>[] = [
  {
    id: 'plan',
    title: 'Plan',
    isMain: true,
    render: ({ name, version, isOffered }) => (
      <span className="plans-name">
        {name}, version {version} {isOffered && <Badge>Offered</Badge>}
      </span>
    ),
  },
  { id: 'month', title: 'Monthly', align: 'end', render: (plan) => feeText(plan, 'month') },
  { id: 'year', title: 'Yearly', align: 'end', render: (plan) => feeText(plan, 'year') },
  {
    id: 'overage',
    title: 'Usage beyond',
    render: ({ overage }) => (overage === 'priced' ? 'At the prices' : 'Not charged'),
  },
  { id: 'chosen', title: 'Set by', render: (plan) => (plan.isSelfService ? 'Admins' : 'Operator') },
  {
    id: 'organizations',
    title: 'Organizations',
    align: 'end',
    render: ({ organizations }) => organizations,
  },
  {
    id: 'at',
    title: 'Entered',
    align: 'end',
    render: ({ createdAt }) => (
      <time
        dateTime={createdAt}
        title={formatFullDate(createdAt)}
        className="whitespace-nowrap tabular-nums text-ink-2"
      >
        {formatDate(createdAt)}
      </time>
    ),
  },
]

/** Every version of every plan, and the way to offer the next ones. */
export const Screen = () => {
  const query = usePlanVersions()
  const dialog = useToggle()
  const data = query.data?.data
  return (
    <Card
      isFlush
      title="Plans"
      description="Versions never change. An organization keeps its version until it chooses another."
      isFailing={query.isLoadingError}
      actions={
        data && (
          <Button kind="primary" onClick={dialog.open}>
            New version
          </Button>
        )
      }
    >
      <DataTable
        label="Plans"
        columns={columns}
        rows={data?.versions}
        rowKey={({ id, version }) => `${id} ${version}`}
        skeletonRows={8}
        failure={
          query.isLoadingError
            ? { message: query.error.message, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={<EmptyState title="No plans yet">Each version of a plan is a row here.</EmptyState>}
      />
      {data && <OfferPlansDialog isOpen={dialog.isOpen} onClose={dialog.close} text={data.text} />}
    </Card>
  )
}
