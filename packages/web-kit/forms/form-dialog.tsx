import { type ReactNode, useState } from 'react'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { type Form, type FormOptions, useForm } from './form.ts'

interface FieldsProps<V extends object, Answer> extends FormOptions<V, Answer> {
  children: (form: Form<V>) => ReactNode
  onCancel: () => void
  submitLabel?: string
  focused?: 'cancel' | 'submit'
}

/** Inside the dialog, so that what was typed is discarded when it closes. */
const Fields = <V extends object, Answer>(props: FieldsProps<V, Answer>) => {
  const { children, onCancel, submitLabel, focused, ...options } = props
  const form = useForm(options)
  return (
    <DialogForm form={form} onCancel={onCancel} submitLabel={submitLabel} focused={focused}>
      {children(form)}
    </DialogForm>
  )
}

interface FormDialogProps<V extends object, Answer> extends Omit<
  FieldsProps<V, Answer>,
  'onCancel'
> {
  isOpen?: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  minWidth?: number
  maxWidth?: number
  /** Shown in a toast after success. */
  doneToast?: string
  /** Shows the answer in place of the form, for secrets that are shown once: only its own button closes it. */
  reveal?: {
    title: string
    children: (answer: Answer, close: () => void) => ReactNode
  }
}

/** A form in a dialog: it closes after sending, or stays open and says why it was refused. */
export const FormDialog = <V extends object, Answer>(props: FormDialogProps<V, Answer>) => {
  const { isOpen = true, onClose, title, description, minWidth, maxWidth, ...rest } = props
  const { doneToast, reveal, onDone, ...fields } = rest
  const [revealed, setRevealed] = useState<{ answer: Answer }>()
  const close = () => {
    onClose()
    setRevealed(undefined)
  }
  const finish = (answer: Answer) => {
    if (reveal) setRevealed({ answer })
    else onClose()
    if (doneToast) toasts.show({ type: 'success', title: doneToast })
    onDone?.(answer)
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      isDismissable={!revealed}
      title={revealed && reveal ? reveal.title : title}
      description={revealed ? undefined : description}
      minWidth={minWidth}
      maxWidth={maxWidth}
    >
      {revealed && reveal ? (
        reveal.children(revealed.answer, close)
      ) : (
        <Fields {...fields} onCancel={close} onDone={finish} />
      )}
    </Modal>
  )
}
