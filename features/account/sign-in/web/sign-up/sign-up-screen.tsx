import { useState } from 'react'
import { emailError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { mailedLinkHours, signIn } from '../../contract.ts'
import { useCaptchaToken } from '../captcha-token.ts'
import { CheckInbox } from '../email/check-inbox.tsx'
import { FirstVisit } from '../first-visit.tsx'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import { type SignInOptions, WithSignInOptions } from '../sign-in-options.tsx'

/** AUTH-013, AUTH-014: a new account first creates an organization, then goes where type and plan lead. */
const useSignUp = (options: SignInOptions) => {
  const { tokenFor, failure } = useCaptchaToken(options.captcha)
  const type = useSearchValue('type')
  const plan = useSearchValue('plan')
  const welcome = useSearchValue('welcome')
  const redirectUrl = `${location.origin}/create-organization${stringifySearch({ type, plan, welcome })}`
  const signUp = async (email: string) =>
    call(signIn.signUp, {
      body: {
        invite: { email: email.trim(), type: type ?? null, plan: plan ?? null, redirectUrl },
      },
      captchaToken: await tokenFor('signup'),
      ...errorsHandledOnPage,
    })
  return { signUp, captchaFailure: failure }
}

function SignUp({ options }: { options: SignInOptions }) {
  const [sentTo, setSentTo] = useState<string>()
  const { signUp, captchaFailure } = useSignUp(options)
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: emailError(email) }),
    submit: async ({ email }) => {
      await signUp(email)
      return email.trim()
    },
    onDone: setSentTo,
  })
  if (options.firstVisit) return <FirstVisit />
  if (sentTo)
    return (
      <CheckInbox
        sendsMail={options.sendsMail}
        kept={
          <>
            The link for <b className="font-semibold text-ink break-words">{sentTo}</b> waits in the
            outbox, which staff open under Operator, Mail. It works for {mailedLinkHours.signup}{' '}
            hours. The first staff account is created with the link in the server’s terminal.
          </>
        }
        onResend={() => signUp(sentTo)}
      >
        We sent a link to <b className="font-semibold text-ink break-words">{sentTo}</b>. Open it
        within {mailedLinkHours.signup} hours to create your account.
      </CheckInbox>
    )
  const failure = form.failure ?? captchaFailure
  return (
    <>
      <PageHeading title="Create an account">
        Already have one? <Link href="/login">Sign in</Link>
      </PageHeading>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <form {...form.formProps} className="flex flex-col gap-4" aria-label="Create an account">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          size="lg"
          autoComplete="email"
          placeholder="you@company.com"
          description="We send you a link to confirm it is yours."
          autoFocus
        />
        <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
          Continue
        </Button>
      </form>
    </>
  )
}

export const Screen = () => (
  <LoggedOutPage>
    <WithSignInOptions fieldCount={1}>
      {(options) => <SignUp options={options} />}
    </WithSignInOptions>
  </LoggedOutPage>
)
