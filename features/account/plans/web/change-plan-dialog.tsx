import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { BillingFrequency } from '@playhead/domain/plans.ts'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { type CallResponse, callQuietly } from '@playhead/web-kit/calls/call.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { plans } from '../contract.ts'
import { changeText, choiceText, keepText } from './plan-texts.ts'
import type { Plan } from './use-plans.ts'

interface ChangePlanDialogProps {
  isOpen: boolean
  onClose: () => void
  plan: Plan
  frequency: BillingFrequency
  /** What waits for the next period, where this choice takes it back. */
  takenBack: { name: string; from: string } | undefined
}

const fallback = 'Something went wrong, please try again later.'

const messagesOf = (error: unknown) =>
  isCallError(error) && error.messages.length > 0 ? error.messages : [fallback]

/** Says what the change costs before it is made, or what has to go first. */
const Form = ({ onClose, plan, frequency, takenBack }: Omit<ChangePlanDialogProps, 'isOpen'>) => {
  const body = { planId: plan.id, billingFrequency: frequency }
  const preview = useQuery({
    queryKey: ['change of plan', plan.id, plan.version, frequency],
    queryFn: () =>
      callQuietly(plans.change, { body: { ...body, preview: true } }) as Promise<
        CallResponse<typeof plans.change>
      >,
    gcTime: 0,
    retry: false,
    meta: { handling: { quiet: true } },
  })
  const change = useCall(plans.change, { invalidates: [plans.list], quiet: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const { data } = await change.mutateAsync({ body })
      onClose()
      toasts.show({
        type: 'success',
        title: takenBack
          ? `Your plan stays ${plan.name}`
          : data.isAtOnce
            ? `Your plan is ${plan.name}`
            : `${plan.name} begins with the next period`,
      })
    } catch {
      // The dialog shows it.
    }
  }
  const failure = preview.error ?? change.error
  return (
    <DialogForm
      form={{
        formProps: { noValidate: true, onSubmit: (event) => void submit(event) },
        failure: failure ? messagesOf(failure).join(' ') : undefined,
        isSubmitting: change.isPending,
      }}
      onCancel={onClose}
      submitLabel={choiceText(plan, takenBack !== undefined)}
      isSubmitDisabled={!preview.data}
      focused="cancel"
    >
      {preview.isPending && <SkeletonLines count={2} />}
      {preview.data && (
        <FormMessage tone="info">
          {takenBack ? keepText(plan, takenBack) : changeText(preview.data.data, plan, frequency)}
        </FormMessage>
      )}
    </DialogForm>
  )
}

export const ChangePlanDialog = ({ isOpen, ...props }: ChangePlanDialogProps) => (
  <Modal
    isOpen={isOpen}
    onClose={props.onClose}
    title={`${props.takenBack ? 'Keep' : 'Change to'} ${props.plan.name}`}
    maxWidth={480}
  >
    <Form {...props} />
  </Modal>
)
