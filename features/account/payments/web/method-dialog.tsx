import { type FormEvent, useState } from 'react'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { type Information, useSetupIntent } from './use-payments.ts'
import { useSaveMethod } from './use-save-method.ts'

interface MethodDialogProps {
  isOpen: boolean
  onClose: () => void
  information: Information | null
}

type Methods = { id: string; label: string; description: string }[]

const ChooseForm = ({ methods, onClose, information }: ChooseFormProps) => {
  const [chosen, setChosen] = useState(methods[0]?.id ?? '')
  const save = useSaveMethod(information)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(chosen, { onSuccess: onClose })
  }
  return (
    <DialogForm
      form={{
        formProps: { noValidate: true, onSubmit: submit },
        failure: save.error?.message,
        isSubmitting: save.isPending,
      }}
      onCancel={onClose}
    >
      <RadioGroup
        label="Invented methods"
        value={chosen}
        onChange={setChosen}
        options={methods.map(({ id, label, description }) => ({ value: id, label, description }))}
      />
    </DialogForm>
  )
}

interface ChooseFormProps extends Omit<MethodDialogProps, 'isOpen'> {
  methods: Methods
}

const Leave = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <div className="ph-stack gap-3">
    <p className="text-ink-2">
      A card or an account is entered on a page of Stripe. Its numbers never reach this server. You
      come back here afterwards.
    </p>
    <div className="ph-inline justify-end gap-2 pt-1">
      <Button onClick={onClose}>Cancel</Button>
      <LinkButton kind="primary" href={url}>
        Continue to Stripe
      </LinkButton>
    </div>
  </div>
)

const Content = ({ onClose, information }: Omit<MethodDialogProps, 'isOpen'>) => {
  const setup = useSetupIntent()
  if (setup.isError) return <FormMessage tone="error">{setup.error.message}</FormMessage>
  if (!setup.data) return <SkeletonLines count={4} />
  const { url, methods } = setup.data.data
  return url === null ? (
    <ChooseForm methods={methods} onClose={onClose} information={information} />
  ) : (
    <Leave url={url} onClose={onClose} />
  )
}

/** BILL-028: asks how a method is entered, and then for the method. */
export const MethodDialog = ({ isOpen, ...props }: MethodDialogProps) => (
  <Modal isOpen={isOpen} onClose={props.onClose} title="Payment method" maxWidth={480}>
    <Content {...props} />
  </Modal>
)
