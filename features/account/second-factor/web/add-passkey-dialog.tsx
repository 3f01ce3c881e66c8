import { type FormEvent, useState } from 'react'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { secondFactor, secondFactorLimits } from '../contract.ts'
import { createPasskey } from './ask-passkey.ts'
import { CodesModal } from './codes-modal.tsx'
import { usePasskey } from './use-passkey.ts'

interface AddPasskeyDialogProps {
  /** The number of existing passkeys, for the proposed name. */
  count: number
  onClose: () => void
}

const useAddPasskey = (name: string, onAdded: (recoveryCodes: string[]) => void) => {
  const start = useCall(secondFactor.startPasskey, { quiet: true })
  const add = useCall(secondFactor.addPasskey, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  return usePasskey(async () => {
    const { data } = await start.mutateAsync()
    const made = await createPasskey(data)
    const answer = await add.mutateAsync({ body: { passkey: { name: name.trim(), ...made } } })
    onAdded(answer.data.recoveryCodes)
  })
}

const NameForm = ({
  count,
  onClose,
  onAdded,
}: AddPasskeyDialogProps & { onAdded: (recoveryCodes: string[]) => void }) => {
  const [name, setName] = useState(count === 0 ? 'My passkey' : `My passkey ${count + 1}`)
  const { run, isBusy, failure } = useAddPasskey(name, onAdded)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') run()
  }
  return (
    <DialogForm
      form={{ formProps: { onSubmit: submit, noValidate: true }, failure, isSubmitting: isBusy }}
      onCancel={onClose}
      submitLabel="Create passkey"
    >
      <p className="text-ink-2">
        Your device asks for your finger, your face or its PIN. After that the passkey signs you in,
        without a password.
      </p>
      <TextField
        label="Name"
        description="To tell your passkeys apart, such as “Work laptop”."
        value={name}
        onChange={setName}
        maxLength={secondFactorLimits.nameMax}
        autoComplete="off"
        autoFocus
        error={name.trim() === '' ? 'Name is required' : undefined}
      />
    </DialogForm>
  )
}

/** Asks for the name, then opens the browser's passkey dialog. */
export const AddPasskeyDialog = ({ count, onClose }: AddPasskeyDialogProps) => (
  <CodesModal title="Add a passkey" onClose={onClose}>
    {(onDone) => <NameForm count={count} onClose={onClose} onAdded={onDone} />}
  </CodesModal>
)
