import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { DialogForm } from './dialog-form.tsx'
import { Modal } from './modal.tsx'
import { TextField } from '../fields/text-field.tsx'
import { toasts } from '../feedback/toast-store.ts'

interface ConfirmDialogProps {
  isOpen?: boolean
  title: string
  onClose: () => void
  /** The dialog closes when this succeeds; if it throws, the dialog shows the error. */
  onConfirm: () => unknown
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
  typedConfirmation?: string
  /** Shown in a toast after success. */
  doneToast?: string
  onDone?: () => void
}

const fallback = 'That did not work. Try again.'

function ConfirmForm({ typedConfirmation, doneToast, isOpen, ...props }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const isAllowed = typedConfirmation === undefined || typed === typedConfirmation
  const finish = () => {
    props.onClose()
    if (doneToast) toasts.show({ type: 'success', title: doneToast })
    props.onDone?.()
  }
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    // A dialog that is animating out still has its button.
    if (!isOpen || !isAllowed || isConfirming) return
    setIsConfirming(true)
    setFailure(null)
    try {
      await props.onConfirm()
      finish()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : fallback)
    } finally {
      setIsConfirming(false)
    }
  }

  return (
    <DialogForm
      form={{
        formProps: { onSubmit: (event) => void confirm(event) },
        failure,
        isSubmitting: isConfirming,
      }}
      onCancel={props.onClose}
      cancelLabel={props.cancelLabel}
      submitLabel={props.confirmLabel}
      isDanger={props.isDanger}
      isSubmitDisabled={!isAllowed}
      focused={typedConfirmation === undefined ? 'cancel' : undefined}
    >
      <div className="text-ink-2">{props.children}</div>
      {typedConfirmation !== undefined && (
        <TextField
          label={`Type ${typedConfirmation} to confirm`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
      )}
    </DialogForm>
  )
}

export const ConfirmDialog = ({ isOpen = true, ...props }: ConfirmDialogProps) => {
  return (
    <Modal
      isOpen={isOpen}
      onClose={props.onClose}
      title={props.title}
      role="alertdialog"
      maxWidth={480}
    >
      <ConfirmForm {...props} isOpen={isOpen} />
    </Modal>
  )
}
