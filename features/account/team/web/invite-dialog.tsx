import { emailError } from '@playhead/domain/field-rules.ts'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { EnvironmentChoice } from './environment-choice.tsx'
import { inviteToasts } from './invite-machine.ts'
import type { InviteInput } from './use-invite-calls.ts'

interface InviteDialogProps {
  isOpen: boolean
  submit: (invite: InviteInput) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

export const InviteDialog = ({ submit, ...props }: InviteDialogProps) => {
  const environments = useOrganization()?.properties ?? []
  return (
    <FormDialog
      {...props}
      title="Invite user"
      maxWidth={480}
      initial={{ email: '', admin: false, environments: environments.map(({ id }) => id) }}
      validate={({ email }) => ({ email: emailError(email) })}
      submit={({ email, admin, environments }) =>
        submit({ email: email.trim(), admin, environments: admin ? [] : environments })
      }
      submitLabel="Send invite"
      doneToast={inviteToasts.sent}
    >
      {(form) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
