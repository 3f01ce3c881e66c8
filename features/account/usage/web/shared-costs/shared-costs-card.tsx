import { useState } from 'react'
import { formatDay } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { sharings } from '@playhead/domain/usage.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { PencilIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { type SharedCost, type SharedCostList, useSharedCosts } from './use-shared-costs.ts'

const SharedCostDialog = lazyDialog('SharedCostDialog', () => import('./shared-cost-dialog.tsx'))
const RemoveSharedCostDialog = lazyDialog(
  'RemoveSharedCostDialog',
  () => import('./remove-shared-cost-dialog.tsx'),
)

const dayOf = (day: string) => formatDay(`${day}T00:00:00Z`, { timeZone: 'UTC' })

const amountText = ({ centsPerMonth }: SharedCost, currency: string | null) =>
  currency === null ? (centsPerMonth / 100).toFixed(2) : formatCents(centsPerMonth, currency)

interface Actions {
  change: (cost: SharedCost) => void
  remove: (cost: SharedCost) => void
}

const columnsOf = (currency: string | null, { change, remove }: Actions): Column<SharedCost>[] => [
  { id: 'name', title: 'Name', isMain: true, render: ({ name }) => name },
  { id: 'by', title: 'Shared by', render: ({ sharedBy }) => sharings[sharedBy].label },
  {
    id: 'valid',
    title: 'Valid',
    render: ({ validFrom, validUntil }) =>
      validUntil === null
        ? `From ${dayOf(validFrom)}`
        : `${dayOf(validFrom)} to ${dayOf(validUntil)}`,
  },
  {
    id: 'amount',
    title: 'A month',
    align: 'end',
    render: (cost) => <span className="tabular-nums">{amountText(cost, currency)}</span>,
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    render: (cost) => (
      <span className="flex justify-end gap-1">
        <IconButton
          icon={<PencilIcon size={14} />}
          label={`Change ${cost.name}`}
          onClick={() => change(cost)}
        />
        <IconButton
          icon={<TrashIcon size={14} />}
          label={`Delete ${cost.name}`}
          onClick={() => remove(cost)}
        />
      </span>
    ),
  },
]

/** Why organizations do not see these costs. */
const hiddenText = ({ mode, currency }: SharedCostList) => {
  if (mode !== 'showback')
    return 'This server writes invoices. Organizations see no costs of the server, and pay what their plan says.'
  return currency === null
    ? 'No prices are entered for this month. Shared costs appear with them, in their currency.'
    : undefined
}

/** Monthly costs of the server, which the operator shares out over its environments. */
export const SharedCostsCard = () => {
  const query = useSharedCosts()
  const [isAdding, setAdding] = useState(false)
  const [changed, setChanged] = useState<SharedCost>()
  const [removed, setRemoved] = useState<SharedCost>()
  const data = query.data?.data
  const currency = data?.currency ?? null
  const hidden = data && hiddenText(data)
  return (
    <Card
      isFlush
      title="Shared costs"
      description="Each month they are shared out over all environments of this server, to the cent."
      isFailing={query.isLoadingError}
      actions={data && <Button onClick={() => setAdding(true)}>Add a cost</Button>}
    >
      {hidden !== undefined && (
        <div className="usage-message">
          <FormMessage tone="info">{hidden}</FormMessage>
        </div>
      )}
      <DataTable
        label="Shared costs"
        columns={columnsOf(currency, { change: setChanged, remove: setRemoved })}
        rows={data?.costs}
        rowKey={({ id }) => id}
        skeletonRows={2}
        failure={
          query.isLoadingError
            ? { message: query.error.message, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No shared costs">
            Add what the server costs each month whatever is used, such as its rent.
          </EmptyState>
        }
      />
      {data && (
        <SharedCostDialog
          isOpen={isAdding}
          onClose={() => setAdding(false)}
          cost={undefined}
          currency={currency}
        />
      )}
      {changed && (
        <SharedCostDialog
          isOpen
          onClose={() => setChanged(undefined)}
          cost={changed}
          currency={currency}
        />
      )}
      {removed && <RemoveSharedCostDialog cost={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}
