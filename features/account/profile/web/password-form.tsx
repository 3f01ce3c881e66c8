import { useQuery } from '@tanstack/react-query'
import {
  passwordConfirmationError,
  passwordError,
  passwordLengthMin,
} from '@playhead/domain/field-rules.ts'
import { signIn } from '@playhead/features/account/sign-in/contract'
import { PasswordRules, usePasswordCheck } from '@playhead/features/account/sign-in/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import type { CurrentUser } from '@playhead/web-kit/session/session.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { profile } from '../contract.ts'

const nameOf = ({ name }: { name: string }) => name

const empty = { currentPassword: '', password: '', passwordConfirmation: '' }

/** ACCT-004, ACCT-005, ACCT-006 */
export const PasswordForm = ({ user }: { user: CurrentUser }) => {
  const options = useQuery(query(signIn.options, {}, { quiet: true }))
  const lengthMin = options.data?.data.passwordLengthMin ?? passwordLengthMin
  const update = useCall(profile.updatePassword, { quiet: true })
  const { judge, load, isLoaded } = usePasswordCheck()
  const organizations = useSession().session?.organizations ?? []
  const personal = [user.firstName, user.lastName, user.email, ...organizations.map(nameOf)]
  const form = useForm({
    initial: empty,
    validate: (values) => ({
      currentPassword: values.currentPassword ? undefined : 'Password cannot be empty',
      password: passwordError(values.password, lengthMin) ?? judge(values.password, personal),
      passwordConfirmation: passwordConfirmationError(values.password, values.passwordConfirmation),
    }),
    submit: (values) => update.mutateAsync({ params: { id: user.id }, body: { user: values } }),
    onDone: () => {
      form.reset(empty)
      toasts.show({ type: 'success', title: 'Password updated' })
    },
  })
  return (
    <Card title="Password" description="Changing it signs you out on every other device.">
      <form {...form.formProps}>
        {/* Password managers need to know whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <Stack gap={3}>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
          <div className="grid items-start gap-3 md:grid-cols-2">
            <PasswordField
              label="New password"
              autoComplete="new-password"
              inputProps={{ onFocus: load }}
              {...form.field('password')}
            />
            <PasswordField
              label="Repeat the new password"
              autoComplete="new-password"
              {...form.field('passwordConfirmation')}
            />
          </div>
          <PasswordRules
            password={form.values.password}
            confirmation={form.values.passwordConfirmation}
            lengthMin={lengthMin}
            weakness={judge(form.values.password, personal)}
            error={form.errors.password}
            isJudged={isLoaded}
          />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div>
            <Button type="submit" isLoading={form.isSubmitting}>
              Change password
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
