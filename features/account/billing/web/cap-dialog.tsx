import { Button } from '@playhead/ui/buttons/button.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { billing, capActions, capLimits } from '../contract.ts'
import { actionTexts } from './cap-texts.ts'
import type { Cap } from './use-cap.ts'
import { useRemoveCap } from './use-remove-cap.ts'

const amountShape = /^\d{1,9}(\.\d{1,2})?$/

const centsOf = (amount: string) => Math.round(Number(amount.trim().replaceAll(',', '')) * 100)

const amountError = (amount: string) => {
  const text = amount.trim().replaceAll(',', '')
  if (!amountShape.test(text) || centsOf(text) < 1 || centsOf(text) > capLimits.centsMax)
    return 'Enter an amount above zero, such as 700 or 99.50.'
  return undefined
}

const options = capActions.map((value) => ({
  value,
  label: actionTexts[value].label,
  description: actionTexts[value].description,
}))

interface CapDialogProps {
  isOpen: boolean
  onClose: () => void
  cap: Cap | null
  currency: string
}

const Form = ({ onClose, cap, currency }: Omit<CapDialogProps, 'isOpen'>) => {
  const name = useOrganization()?.name ?? ''
  const update = useCall(billing.updateCap, { invalidates: [billing.retrieveCap], quiet: true })
  const form = useForm({
    initial: {
      amount: cap ? (cap.cents / 100).toFixed(2) : '',
      action: cap?.action ?? 'notify',
      confirmation: '',
    },
    validate: ({ amount, action, confirmation }) => ({
      amount: amountError(amount),
      confirmation:
        action === 'stop_delivery' && confirmation !== name
          ? 'Type the name of the organization.'
          : undefined,
    }),
    submit: ({ amount, action, confirmation }) =>
      update.mutateAsync({
        body: {
          cap: {
            cents: centsOf(amount),
            action,
            ...(action === 'stop_delivery' && { confirmation }),
          },
        },
      }),
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'Spending cap saved' })
    },
  })
  const { remove, isRemoving, failure } = useRemoveCap(onClose)
  return (
    <DialogForm form={{ ...form, failure: form.failure ?? failure }} onCancel={onClose}>
      <TextField
        {...form.field('amount')}
        label={`Amount a month in ${currency}`}
        description="Months are in UTC. The cost is checked every minute, so it may go beyond the cap by about a minute of delivery."
        inputMode="decimal"
        autoComplete="off"
        autoFocus
      />
      <RadioGroup
        label="At the cap"
        value={form.values.action}
        onChange={(action) => form.set('action', action)}
        options={options}
      />
      {form.values.action === 'stop_delivery' && (
        <TextField
          {...form.field('confirmation')}
          label={`Type ${name} to confirm`}
          autoComplete="off"
        />
      )}
      {cap && (
        <div>
          <Button kind="ghost" onClick={() => void remove()} isLoading={isRemoving}>
            Remove the cap
          </Button>
        </div>
      )}
    </DialogForm>
  )
}

export const CapDialog = ({ isOpen, ...props }: CapDialogProps) => (
  <Modal isOpen={isOpen} onClose={props.onClose} title="Spending cap" maxWidth={520}>
    <Form {...props} />
  </Modal>
)
