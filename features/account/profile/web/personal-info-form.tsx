import { emailError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import type { CurrentUser } from '@playhead/web-kit/session/session.ts'
import { profile } from '../contract.ts'

const valuesOf = ({
  firstName,
  lastName,
  email,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>) => ({
  firstName,
  lastName,
  email,
})

/** ACCT-001, ACCT-002, ACCT-003 */
export const PersonalInfoForm = ({ user }: { user: CurrentUser }) => {
  const update = useCall(profile.update, { quiet: true })
  const form = useForm({
    initial: valuesOf(user),
    validate: ({ email }) => ({ email: emailError(email) }),
    submit: (values) => update.mutateAsync({ params: { id: user.id }, body: { user: values } }),
    onDone: ({ data }) => {
      form.reset(valuesOf(data))
      toasts.show({ type: 'success', title: 'Personal information updated' })
      void reloadSession()
    },
  })
  return (
    <Card title="Personal information">
      <form {...form.formProps}>
        <Stack gap={3}>
          <div className="grid gap-3 md:grid-cols-2">
            <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
            <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
          </div>
          <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
          {user.pendingEmail && (
            <FormMessage tone="info">
              We mailed a link to <strong>{user.pendingEmail}</strong>. Open it to make this your
              address; until then <strong>{user.email}</strong> stays.
            </FormMessage>
          )}
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div>
            <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
