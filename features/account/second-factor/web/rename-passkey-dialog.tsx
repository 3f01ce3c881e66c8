import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
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
  const form = useForm({
    initial: { name: passkey.name },
    validate: ({ name }) => ({ name: name.trim() === '' ? 'Name is required' : undefined }),
    submit: ({ name }) =>
      rename.mutateAsync({ params: { id: passkey.id }, body: { passkey: { name } } }),
    onDone: onClose,
  })
  return (
    <Modal isOpen onClose={onClose} title="Rename the passkey" maxWidth={440}>
      <form {...form.formProps} aria-label="Rename the passkey">
        <Stack gap={3}>
          <TextField
            {...form.field('name')}
            label="Name"
            maxLength={secondFactorLimits.nameMax}
            autoComplete="off"
            autoFocus
          />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
              Rename
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
