import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { proof } from '../../contract.ts'
import { PasswordOwner } from './password-owner.tsx'

export const ProofByPassword = ({ onProved }: { onProved: () => void }) => {
  const prove = useCall(proof.prove, { quiet: true })
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({
      password: password === '' ? 'Password cannot be empty' : undefined,
    }),
    submit: ({ password }) =>
      prove.mutateAsync({ body: { proof: { kind: 'password', password } } }),
    onDone: onProved,
  })
  return (
    <form {...form.formProps} aria-label="Confirm with your password">
      <PasswordOwner />
      <Stack gap={3}>
        <PasswordField
          {...form.field('password')}
          label="Your password"
          autoComplete="current-password"
          autoFocus
        />
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Confirm
          </Button>
        </div>
      </Stack>
    </form>
  )
}
