import { useState } from 'react'
import { emailError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { mailedLinkHours, signIn } from '../../contract.ts'
import { useCaptchaToken } from '../captcha-token.ts'
import { CheckInbox } from '../email/check-inbox.tsx'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import { type SignInOptions, WithSignInOptions } from '../sign-in-options.tsx'

/** AUTH-016 */
const useResetRequest = (options: SignInOptions) => {
  const { tokenFor, failure } = useCaptchaToken(options.captcha)
  const request = async (email: string) =>
    call(signIn.requestPasswordReset, {
      body: { user: { email: email.trim() } },
      captchaToken: await tokenFor('password_reset'),
      ...errorsHandledOnPage,
    })
  return { request, captchaFailure: failure }
}

function ForgotPassword({ options }: { options: SignInOptions }) {
  const [sentTo, setSentTo] = useState<string>()
  const { request, captchaFailure } = useResetRequest(options)
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: emailError(email) }),
    submit: async ({ email }) => {
      await request(email)
      return email.trim()
    },
    onDone: setSentTo,
  })
  if (sentTo)
    return (
      <CheckInbox
        sendsMail={options.sendsMail}
        kept={
          <>
            If there is an account for{' '}
            <b className="font-semibold text-ink break-words">{sentTo}</b>, its link to choose a new
            password waits in the outbox, which staff open under Operator, Mail. It works for{' '}
            {mailedLinkHours.passwordReset} hour.
          </>
        }
        onResend={() => request(sentTo)}
      >
        If there is an account for <b className="font-semibold text-ink break-words">{sentTo}</b>,
        we sent it a link to choose a new password. It works for {mailedLinkHours.passwordReset}{' '}
        hour.
      </CheckInbox>
    )
  const failure = form.failure ?? captchaFailure
  return (
    <>
      <PageHeading title="Forgot your password?">
        Tell us your email address and we send you a link to choose a new one.
      </PageHeading>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <form {...form.formProps} className="flex flex-col gap-4" aria-label="Forgot your password?">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          size="lg"
          autoComplete="username"
          autoFocus
        />
        <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
          Send the link
        </Button>
      </form>
      <p className="text-sm">
        <Link href="/login" kind="quiet">
          Back to sign in
        </Link>
      </p>
    </>
  )
}

export const Screen = () => (
  <LoggedOutPage>
    <WithSignInOptions fieldCount={1}>
      {(options) => <ForgotPassword options={options} />}
    </WithSignInOptions>
  </LoggedOutPage>
)
