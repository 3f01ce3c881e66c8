import { emailError, passwordError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { signIn } from '../../contract.ts'
import { useCaptchaToken } from '../captcha-token.ts'
import { PasswordRules } from '../password/password-rules.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import type { SignInOptions } from '../sign-in-options.tsx'
import { usePasswordCheck } from '../password/use-password-check.ts'

/** The parameters of the mailed link. AUTH-015 */
export interface Invitation {
  inviteId: string
  token: string
  email: string
  type?: string | undefined
}

interface AccountFormProps {
  options: SignInOptions
  /** A mailed link, or the link in the terminal, which has no address. */
  proof: Invitation | { staffToken: string }
  submitLabel: string
  onDone: (session: Session) => void
}

interface AccountValues {
  firstName: string
  lastName: string
  email: string
  password: string
}

const nameLengthMax = 100

export const AccountForm = ({ options, proof, submitLabel, onDone }: AccountFormProps) => {
  const invitation = 'inviteId' in proof ? proof : undefined
  const { tokenFor, failure: captchaFailure } = useCaptchaToken(options.captcha)
  const lengthMin = options.passwordLengthMin
  const { judge, load, isLoaded } = usePasswordCheck()
  const weaknessOf = ({ password, ...personal }: AccountValues) =>
    judge(password, Object.values(personal))
  const form = useForm({
    initial: { firstName: '', lastName: '', email: invitation?.email ?? '', password: '' },
    validate: (values) => ({
      firstName: values.firstName.trim() === '' ? 'First name is required' : undefined,
      email: emailError(values.email),
      password: passwordError(values.password || undefined, lengthMin) ?? weaknessOf(values),
    }),
    submit: async ({ email, ...values }) => {
      const person = { ...values, email: email.trim() }
      const given = { captchaToken: await tokenFor('create_account'), ...errorsHandledOnPage }
      if ('staffToken' in proof)
        return call(signIn.createFirstStaff, {
          body: { user: { ...person, token: proof.staffToken } },
          ...given,
        })
      const { type = null, inviteId, token } = proof
      return call(signIn.createUser, {
        body: { user: { ...person, type, inviteId, token } },
        ...given,
      })
    },
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
        inputProps={{ onFocus: load }}
      />
      <PasswordRules
        password={form.values.password}
        lengthMin={lengthMin}
        weakness={weaknessOf(form.values)}
        error={form.errors.password}
        isJudged={isLoaded}
      />
      <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  )
}
