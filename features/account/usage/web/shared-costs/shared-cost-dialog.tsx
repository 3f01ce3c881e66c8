import { sharingNames, sharings } from '@playhead/domain/usage.ts'
import { DateField } from '@playhead/ui/calendar/date-field.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { sharedCostLimits, sharedCosts } from '../../shared-costs-contract.ts'
import { errorsOf, fieldsOf, newSharedCost, valuesOf } from './shared-cost-values.ts'
import type { SharedCost } from './use-shared-costs.ts'

const options = sharingNames.map((value) => ({ value, label: sharings[value].label }))

interface SharedCostDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Undefined for a new one. */
  cost: SharedCost | undefined
  currency: string | null
}

/** A monthly cost, entered or changed. */
export const SharedCostDialog = ({ isOpen, onClose, cost, currency }: SharedCostDialogProps) => {
  const create = useCall(sharedCosts.createSharedCost, {
    invalidates: [sharedCosts.listSharedCosts],
    quiet: true,
  })
  const update = useCall(sharedCosts.updateSharedCost, {
    invalidates: [sharedCosts.listSharedCosts],
    quiet: true,
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={cost ? `Change ${cost.name}` : 'Add a shared cost'}
      description={
        cost
          ? 'A change applies to all its months, also to those that are over.'
          : 'A cost of each month, such as the rent of servers.'
      }
      maxWidth={520}
      initial={cost ? valuesOf(cost) : newSharedCost()}
      validate={errorsOf}
      submit={async (values) => {
        const body = { sharedCost: fieldsOf(values) }
        return cost
          ? update.mutateAsync({ params: { id: cost.id }, body })
          : create.mutateAsync({ body })
      }}
      submitLabel={cost ? 'Save' : 'Add'}
      doneToast={cost ? 'Shared cost changed' : 'Shared cost added'}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('name')}
            label="Name"
            placeholder="Rent of servers"
            maxLength={sharedCostLimits.nameMax}
            autoComplete="off"
            autoFocus
          />
          <div className="grid items-start gap-3 md:grid-cols-2">
            <TextField
              {...form.field('amount')}
              label={currency === null ? 'Amount a month' : `Amount a month, in ${currency}`}
              placeholder="400.00"
              inputMode="decimal"
              autoComplete="off"
            />
            <Select {...form.field('sharedBy')} label="Shared by" options={options} />
            <DateField
              label="First day"
              value={form.values.from}
              onChange={(date) => form.set('from', date)}
              {...(form.errors.from && { error: form.errors.from })}
            />
            <DateField
              label="Last day, if it ends"
              value={form.values.until}
              onChange={(date) => form.set('until', date)}
              {...(form.errors.until && { error: form.errors.until })}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
