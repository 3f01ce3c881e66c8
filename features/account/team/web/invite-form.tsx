import { emailError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/button.tsx'
import { Checkbox } from '@playhead/ui/checkbox.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { useOrganization } from '@playhead/web-kit/use-session.ts'
import { EnvironmentChoice } from './environment-choice.tsx'
import type { InviteInput } from './use-invite-calls.ts'

interface InviteFormProps {
  submit: (invite: InviteInput) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

export const InviteForm = ({ submit, onDone, onCancel }: InviteFormProps) => {
  const properties = useOrganization()?.properties ?? []
  const form = useForm({
    initial: { email: '', admin: false, environments: properties.map(({ id }) => id) },
    validate: ({ email }) => ({ email: emailError(email) }),
    submit: ({ email, admin, environments }) =>
      submit({ email: email.trim(), admin, environments: admin ? [] : environments }),
    onDone,
  })
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="off"
          autoFocus
        />
        <Checkbox
          isChecked={form.values.admin}
          onChange={(admin) => form.set('admin', admin)}
          description="Manages the organization and opens every environment."
        >
          Admin
        </Checkbox>
        {!form.values.admin && <EnvironmentChoice {...form.field('environments')} />}
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Send invite
          </Button>
        </div>
      </Stack>
    </form>
  )
}
