import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { signIn } from '../../contract.ts'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'

function Confirmed({ email }: { email: string }) {
  return (
    <BarePage
      title="Email address confirmed"
      lead={`From now on you sign in with ${email}.`}
      takesFocus
    >
      <LinkButton href="/" kind="primary" size="lg" isWide>
        Continue to the dashboard
      </LinkButton>
    </BarePage>
  )
}

/** The button confirms, not the visit: programs that scan mail open links too. */
function Confirm({ token }: { token: string }) {
  const [email, setEmail] = useState<string>()
  const form = useForm({
    initial: {},
    submit: () =>
      call(signIn.confirmEmail, { body: { emailConfirmation: { token } }, ...errorsHandledOnPage }),
    onDone: ({ data }) => {
      setEmail(data.email)
      if (sessionStore.getState().session) void reloadSession()
    },
  })
  if (email) return <Confirmed email={email} />
  return (
    <BarePage
      title="Confirm your email address"
      lead="You asked to change the address of your account. It changes once you confirm that this mailbox is yours."
    >
      {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
      <Button
        kind="primary"
        size="lg"
        isWide
        autoFocus
        isLoading={form.isSubmitting}
        onClick={() => void form.submit()}
      >
        Confirm email address
      </Button>
    </BarePage>
  )
}

export const Screen = () => {
  const token = useSearchValue('token')
  if (token) return <Confirm token={token} />
  return (
    <BarePage
      title="This link is not complete"
      lead="Open the link from the mail again, or change the address in your profile once more."
    >
      <LinkButton href="/account/profile" kind="primary" size="lg" isWide>
        Open your profile
      </LinkButton>
    </BarePage>
  )
}
