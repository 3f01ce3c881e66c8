import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { FormMessage } from '../feedback/form-message.tsx'

interface DialogFormProps {
  form: { formProps: ComponentProps<'form'>; failure?: ReactNode; isSubmitting: boolean }
  onCancel: () => void
  children?: ReactNode
  submitLabel?: string
  cancelLabel?: string
  isDanger?: boolean
  isSubmitDisabled?: boolean
  /** The button that gets the focus first; without it a field takes the focus. */
  focused?: 'cancel' | 'submit'
}

/** The fields of a dialog, the reason for a refusal, and the two buttons. */
export const DialogForm = ({ form, submitLabel = 'Save', ...props }: DialogFormProps) => {
  return (
    <form {...form.formProps} className="ph-stack gap-3">
      {props.children}
      {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
      <div className="ph-inline justify-end gap-2 pt-1">
        <Button onClick={props.onCancel} autoFocus={props.focused === 'cancel'}>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          type="submit"
          kind={props.isDanger ? 'danger' : 'primary'}
          isLoading={form.isSubmitting}
          disabled={props.isSubmitDisabled}
          autoFocus={props.focused === 'submit'}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
