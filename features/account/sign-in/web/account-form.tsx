import { emailError, passwordError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { PasswordField } from '@playhead/ui/password-field.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { call } from '@playhead/web-kit/call.ts'
import { useForm } from '@playhead/web-kit/form.ts'
import type { Session } from '@playhead/web-kit/session.ts'
import { signIn } from '../contract.ts'
import { useCaptchaToken } from './captcha-token.ts'
import { PasswordRules } from './password-rules.tsx'
import { shownHere } from './shown-here.ts'
import type { SignInOptions } from './sign-in-options.tsx'

/** What the mailed link says; on the very first visit there is none. AUTH-015 */
export interface Invitation {
  inviteId: string
  token: string
  email: string
  type?: string | undefined
}

interface AccountFormProps {
  options: SignInOptions
  invitation?: Invitation
  submitLabel: string
  onDone: (session: Session) => void
}

const nameLengthMax = 100

export function AccountForm({ options, invitation, submitLabel, onDone }: AccountFormProps) {
  const { tokenFor, failure: captchaFailure } = useCaptchaToken(options.captcha)
  const lengthMin = options.passwordLengthMin
  const form = useForm({
    initial: { firstName: '', lastName: '', email: invitation?.email ?? '', password: '' },
    validate: ({ firstName, email, password }) => ({
      firstName: firstName.trim() === '' ? 'First name is required' : undefined,
      email: emailError(email),
      password: passwordError(password || undefined, lengthMin),
    }),
    submit: async (values) =>
      call(signIn.createUser, {
        body: {
          user: {
            ...values,
            email: values.email.trim(),
            ...(invitation && {
              type: invitation.type ?? null,
              inviteId: invitation.inviteId,
              token: invitation.token,
            }),
          },
        },
        captchaToken: await tokenFor('create_account'),
        ...shownHere,
      }),
    onDone: ({ data }) => onDone(data),
  })
  const failure = form.failure ?? captchaFailure
  return (
    <form {...form.formProps} className="flex flex-col gap-4" aria-label={submitLabel}>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        size="lg"
        autoComplete="username"
        isReadOnly={invitation !== undefined}
        autoFocus={invitation === undefined}
      />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-2">
        <TextField
          {...form.field('firstName')}
          label="First name"
          size="lg"
          autoComplete="given-name"
          maxLength={nameLengthMax}
          autoFocus={invitation !== undefined}
        />
        <TextField
          {...form.field('lastName')}
          label="Last name"
          size="lg"
          autoComplete="family-name"
          maxLength={nameLengthMax}
        />
      </div>
      <PasswordField
        {...form.field('password')}
        label="Password"
        size="lg"
        autoComplete="new-password"
      />
      <PasswordRules password={form.values.password} lengthMin={lengthMin} />
      <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  )
}
