import { passwordConfirmationError, passwordError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { signIn } from '../../contract.ts'
import { useCaptchaToken } from '../captcha-token.ts'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { PasswordRules } from './password-rules.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import { type SignInOptions, WithSignInOptions } from '../sign-in-options.tsx'
import { usePasswordCheck } from './use-password-check.ts'

interface ResetFormProps {
  options: SignInOptions
  token: string
  /** The owner of the password, when the link names them. */
  email: string | undefined
}

/** AUTH-016, AUTH-019 … AUTH-021; the server ended every session of this person. */
const useResetForm = ({ options, token, email }: ResetFormProps) => {
  const { tokenFor, failure: captchaFailure } = useCaptchaToken(options.captcha)
  const navigate = useNavigate()
  const { judge, load, isLoaded } = usePasswordCheck()
  const weaknessOf = (password: string) => judge(password, email ? [email] : [])
  const form = useForm({
    initial: { newPassword: '', passwordConfirmation: '' },
    validate: ({ newPassword, passwordConfirmation }) => ({
      newPassword:
        passwordError(newPassword || undefined, options.passwordLengthMin) ??
        weaknessOf(newPassword),
      passwordConfirmation: passwordConfirmationError(newPassword, passwordConfirmation),
    }),
    submit: async (values) =>
      call(signIn.resetPassword, {
        body: { user: { token, ...values } },
        captchaToken: await tokenFor('password_reset'),
        ...errorsHandledOnPage,
      }),
    onDone: () => {
      sessionStore.dispatch({ type: 'loggedOut' })
      navigate('/login?notice=password-changed', { replace: true })
    },
  })
  return {
    ...form,
    failure: form.failure ?? captchaFailure,
    loadJudge: load,
    isJudged: isLoaded,
    weakness: weaknessOf(form.values.newPassword),
  }
}

function ResetForm({ options, token, email }: ResetFormProps) {
  const form = useResetForm({ options, token, email })
  return (
    <form {...form.formProps} className="flex flex-col gap-4" aria-label="Choose a new password">
      {form.failure && (
        <FormMessage tone="error">
          {form.failure} <Link href="/forgot-password">Send me a new link</Link>
        </FormMessage>
      )}
      {email && (
        // The address shows password managers whose password this is.
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      )}
      <PasswordField
        {...form.field('newPassword')}
        label="New password"
        size="lg"
        autoComplete="new-password"
        autoFocus
        inputProps={{ onFocus: form.loadJudge }}
      />
      <PasswordField
        {...form.field('passwordConfirmation')}
        label="New password again"
        size="lg"
        autoComplete="new-password"
      />
      <PasswordRules
        password={form.values.newPassword}
        confirmation={form.values.passwordConfirmation}
        lengthMin={options.passwordLengthMin}
        weakness={form.weakness}
        error={form.errors.newPassword}
        isJudged={form.isJudged}
      />
      <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
        Change password
      </Button>
    </form>
  )
}

export const Screen = () => {
  const token = useSearchValue('token')
  const email = useSearchValue('email')
  return (
    <LoggedOutPage>
      {token ? (
        <>
          <PageHeading title="Choose a new password">
            {email ? `For ${email}. ` : ''}You will be signed out everywhere else.
          </PageHeading>
          <WithSignInOptions fieldCount={2}>
            {(options) => <ResetForm options={options} token={token} email={email} />}
          </WithSignInOptions>
        </>
      ) : (
        <>
          <PageHeading title="This link is not complete">
            Open the link from the mail again, or ask for a new one.
          </PageHeading>
          <LinkButton href="/forgot-password" kind="primary" size="lg" isWide>
            Send me a new link
          </LinkButton>
        </>
      )}
    </LoggedOutPage>
  )
}
