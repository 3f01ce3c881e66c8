import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { FormMessage } from './form-message.tsx'
import { Modal } from './modal.tsx'
import { TextField } from './text-field.tsx'

interface ConfirmFormProps {
  onClose: () => void
  onConfirm: () => unknown
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
  typedConfirmation?: string
  error?: ReactNode
}

interface ConfirmDialogProps extends ConfirmFormProps {
  isOpen: boolean
  title: string
}

function ConfirmForm(props: ConfirmFormProps) {
  const { typedConfirmation, cancelLabel = 'Cancel', isDanger = false } = props
  const [typed, setTyped] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const message = props.error ?? failure
  const isAllowed = typedConfirmation === undefined || typed === typedConfirmation
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!isAllowed || isConfirming) return
    setIsConfirming(true)
    setFailure(null)
    try {
      await props.onConfirm()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'That did not work. Try again.')
    } finally {
      setIsConfirming(false)
    }
  }

  return (
    <form onSubmit={(event) => void confirm(event)} className="ph-stack gap-3">
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
      {message && <FormMessage tone="error">{message}</FormMessage>}
      <div className="ph-inline justify-end gap-2 pt-1">
        <Button onClick={props.onClose} autoFocus={typedConfirmation === undefined}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          kind={isDanger ? 'danger' : 'primary'}
          isLoading={isConfirming}
          disabled={!isAllowed}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </form>
  )
}

export function ConfirmDialog({ isOpen, title, ...form }: ConfirmDialogProps) {
  return (
    <Modal isOpen={isOpen} onClose={form.onClose} title={title} role="alertdialog" maxWidth={480}>
      <ConfirmForm {...form} />
    </Modal>
  )
}
