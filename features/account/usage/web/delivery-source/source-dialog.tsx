import { deliverySources, deliveryUsage } from '@playhead/features/video/delivery-usage/contract'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { type Source, sourceTexts } from './source-texts.ts'

interface SourceDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentId: string
  /** What counts from the next hour on, as things stand. */
  chosen: Source
}

const options = deliverySources.map((value) => ({
  value,
  label: sourceTexts[value].label,
  description: sourceTexts[value].description,
}))

const Form = ({ onClose, environmentId, chosen }: Omit<SourceDialogProps, 'isOpen'>) => {
  const update = useCall(deliveryUsage.updateSource, {
    invalidates: [deliveryUsage.retrieveSource],
    quiet: true,
  })
  const form = useForm({
    initial: { source: chosen },
    submit: ({ source }) =>
      update.mutateAsync({ params: { id: environmentId }, body: { delivery: { source } } }),
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'Saved. It counts from the next hour on.' })
    },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <p className="text-ink-2">
        A change takes effect with the next hour. Hours that are over stay as they were counted.
      </p>
      <RadioGroup
        label="Delivered minutes are counted from"
        value={form.values.source}
        onChange={(source) => form.set('source', source)}
        options={options}
      />
    </DialogForm>
  )
}

export const SourceDialog = ({ isOpen, ...props }: SourceDialogProps) => (
  <Modal isOpen={isOpen} onClose={props.onClose} title="Delivered minutes" maxWidth={520}>
    <Form {...props} />
  </Modal>
)
