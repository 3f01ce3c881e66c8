import { emailError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { signIn } from '../../contract.ts'
import { useCaptchaToken } from '../captcha-token.ts'
import { OtherWays } from './other-ways.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import type { SignInOptions } from '../sign-in-options.tsx'
import { useFirstProof } from './use-first-proof.ts'

interface Credentials {
  email: string
  password: string
}

const validate = ({ email, password }: Credentials) => ({
  email: emailError(email),
  password: password === '' ? 'Password cannot be empty' : undefined,
})

/** AUTH-008 */
const useCreateSession = (options: SignInOptions, initial: Credentials) => {
  const { tokenFor, failure: captchaFailure } = useCaptchaToken(options.captcha)
  const onFirstProof = useFirstProof()
  const form = useForm({
    initial,
    validate,
    submit: async ({ email, password }) =>
      call(signIn.create, {
        body: { session: { email: email.trim(), password } },
        captchaToken: await tokenFor('login'),
        ...errorsHandledOnPage,
      }),
    onDone: onFirstProof,
  })
  return { ...form, failure: form.failure ?? captchaFailure }
}

function Notice() {
  const notice = useSearchValue('notice')
  if (notice !== 'password-changed') return null
  return (
    <FormMessage tone="success">Your password was changed. Sign in with the new one.</FormMessage>
  )
}

export const PasswordSignIn = ({ options }: { options: SignInOptions }) => {
  const form = useCreateSession(options, { email: '', password: '' })
  const demo = useCreateSession(options, options.demo ?? { email: '', password: '' })
  const failure = form.failure ?? demo.failure
  return (
    <>
      <PageHeading title="Sign in">
        New to Playhead? <Link href="/signup">Create an account</Link>
      </PageHeading>
      {failure ? <FormMessage tone="error">{failure}</FormMessage> : <Notice />}
      <form {...form.formProps} className="flex flex-col gap-4" aria-label="Sign in">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          size="lg"
          autoComplete="username"
          autoFocus
        />
        <div className="flex flex-col gap-1">
          <PasswordField
            {...form.field('password')}
            label="Password"
            size="lg"
            autoComplete="current-password"
          />
          <Link href="/forgot-password" kind="quiet" className="self-end text-sm">
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
          Sign in
        </Button>
      </form>
      <OtherWays
        options={options}
        isDemoStarting={demo.isSubmitting}
        onDemo={() => void demo.submit()}
      />
    </>
  )
}
