import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { secondFactor, secondFactorLimits } from '../contract.ts'
import type { Passkey } from './use-second-factor.ts'

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

export const RenamePasskeyDialog = ({ passkey, onClose }: RenamePasskeyDialogProps) => {
  const rename = useCall(secondFactor.renamePasskey, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Rename the passkey"
      maxWidth={440}
      initial={{ name: passkey.name }}
      validate={({ name }) => ({ name: name.trim() === '' ? 'Name is required' : undefined })}
      submit={({ name }) =>
        rename.mutateAsync({ params: { id: passkey.id }, body: { passkey: { name } } })
      }
      submitLabel="Rename"
    >
      {(form) => (
        <TextField
          {...form.field('name')}
          label="Name"
          maxLength={secondFactorLimits.nameMax}
          autoComplete="off"
          autoFocus
        />
      )}
    </FormDialog>
  )
}
