import type { BillingFrequency, BillingMode } from '@playhead/domain/plans.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { feeText, isFeeSet } from '../plan-texts.ts'
import { type PlanVersion, type PlanVersions, usePlanVersions } from './use-plan-versions.ts'
import '../plans.css'

const OfferPlansDialog = lazyDialog('OfferPlansDialog', () => import('./offer-plans-dialog.tsx'))

const feeCell = (plan: PlanVersion, frequency: BillingFrequency) =>
  isFeeSet(plan) ? feeText(plan, frequency) : 'Not set'

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
  { id: 'month', title: 'Monthly', align: 'end', render: (plan) => feeCell(plan, 'month') },
  { id: 'year', title: 'Yearly', align: 'end', render: (plan) => feeCell(plan, 'year') },
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
    render: ({ createdAt }) => <Time at={createdAt} className="tabular-nums text-ink-2" />,
  },
]

const billingColumns = ['month', 'year', 'overage', 'chosen']

/** In showback mode nothing is charged and admins choose nothing; fees for a later mode are shown once they are entered. */
const columnsIn = ({ mode, versions }: PlanVersions) => {
  if (mode !== 'showback') return columns
  const hasFees = versions.some(({ fees }) => fees.month > 0 || fees.year > 0)
  return columns.filter(({ id }) => (hasFees ? id !== 'chosen' : !billingColumns.includes(id)))
}

const descriptionIn = (mode: BillingMode | undefined) =>
  mode === 'showback'
    ? 'Versions never change. An organization keeps its version until you set another. In showback mode nothing is charged: a plan says what can be used.'
    : 'Versions never change. An organization keeps its version until it chooses another.'

/** Every version of every plan, and the way to offer the next ones. */
export const Screen = () => {
  const query = usePlanVersions()
  const dialog = useToggle()
  const data = query.data?.data
  return (
    <Card
      isFlush
      title="Plans"
      description={descriptionIn(data?.mode)}
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
        columns={data ? columnsIn(data) : columns}
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
      {data && (
        <OfferPlansDialog
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          text={data.text}
          mode={data.mode}
        />
      )}
    </Card>
  )
}
