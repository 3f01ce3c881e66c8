import { MultiLineInput } from '@playhead/ui/fields/multi-line-input.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { support, supportLimits } from '../contract.ts'

const validate = ({ subject, message }: { subject: string; message: string }) => ({
  subject: subject.trim() ? undefined : 'Subject is required',
  message: message.trim() ? undefined : 'Message is required',
})

const showSent = () =>
  toasts.show({
    type: 'success',
    title: 'Message sent',
    description: 'We answer by mail to your address.',
  })

/** SHELL-079 */
export const SupportDialog = ({ onClose }: { onClose: () => void }) => {
  const create = useCall(support.create, { quiet: true })
  return (
    <FormDialog
      onClose={onClose}
      title="Contact Support"
      minWidth={480}
      initial={{ subject: '', message: '' }}
      validate={validate}
      submit={(email) => create.mutateAsync({ body: { email } })}
      submitLabel="Send"
      onDone={showSent}
    >
      {(form) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
