import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { MultiLineInput } from '@playhead/ui/fields/multi-line-input.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { support, supportLimits } from '../contract.ts'

const formId = 'contact-support'

const validate = ({ subject, message }: { subject: string; message: string }) => ({
  subject: subject.trim() ? undefined : 'Subject is required',
  message: message.trim() ? undefined : 'Message is required',
})

/** SHELL-079 */
export const SupportDialog = ({ onClose }: { onClose: () => void }) => {
  const create = useCall(support.create, { quiet: true })
  const form = useForm({
    initial: { subject: '', message: '' },
    validate,
    submit: (email) => create.mutateAsync({ body: { email } }),
    onDone: () => {
      onClose()
      toasts.show({
        type: 'success',
        title: 'Message sent',
        description: 'We answer by mail to your address.',
      })
    },
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Contact Support"
      minWidth={480}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isLoading={form.isSubmitting}>
            Send
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps} className="grid gap-3">
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <TextField
          label="Subject"
          autoFocus
          maxLength={supportLimits.subjectMax}
          {...form.field('subject')}
        />
        <MultiLineInput
          label="Message"
          rows={6}
          maxLength={supportLimits.messageMax}
          {...form.field('message')}
        />
      </form>
    </Modal>
  )
}
