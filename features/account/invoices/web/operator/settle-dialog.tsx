import { formatCents } from '@playhead/domain/money.ts'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { invoiceLimits, invoices } from '../../contract.ts'
import type { OperatedInvoice } from './use-operated.ts'

/** What an operator notes about an invoice that no provider collects. */
export type Settlement = 'paid' | 'waived'

const words = {
  paid: {
    title: (number: number | null) => `Mark invoice ${number} as paid`,
    submit: 'Mark as paid',
    example: 'Such as: transfer of June 3',
    done: 'Marked as paid',
  },
  waived: {
    title: (number: number | null) => `Waive invoice ${number}`,
    submit: 'Waive',
    example: 'Such as: our mistake',
    done: 'Waived',
  },
}

const noteError = (note: string) => {
  if (note.trim() === '') return 'Enter a note.'
  if (note.trim().length > invoiceLimits.noteMax)
    return `A note has at most ${invoiceLimits.noteMax} characters.`
  return undefined
}

/** Staff may see the invoices of their own organization, too. */
const changed = {
  invalidates: [invoices.operated, invoices.list, invoices.retrieve, invoices.outstanding],
  quiet: true,
}

interface SettleDialogProps {
  invoice: OperatedInvoice
  settlement: Settlement
  onClose: () => void
}

export const SettleDialog = ({ invoice, settlement, onClose }: SettleDialogProps) => {
  const pay = useCall(invoices.payExternally, changed)
  const waive = useCall(invoices.forgive, changed)
  const settle = settlement === 'paid' ? pay : waive
  const { id, number, organizationName, balanceCents, currency } = invoice
  const { title, submit, example, done } = words[settlement]
  return (
    <FormDialog
      onClose={onClose}
      title={title(number)}
      description={`${organizationName} owes ${formatCents(balanceCents, currency)}. This cannot be taken back.`}
      maxWidth={480}
      initial={{ note: '' }}
      validate={({ note }) => ({ note: noteError(note) })}
      submit={({ note }) =>
        settle.mutateAsync({ params: { id }, body: { invoice: { note: note.trim() } } })
      }
      submitLabel={submit}
      doneToast={`Invoice ${number}: ${done}`}
    >
      {(form) => (
        <TextField
          {...form.field('note')}
          label="Note"
          description={`${example}. It stays in the changes of the organization.`}
          autoComplete="off"
          autoFocus
        />
      )}
    </FormDialog>
  )
}
