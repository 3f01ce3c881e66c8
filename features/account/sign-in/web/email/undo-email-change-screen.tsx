import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { call, type CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { signIn } from '../../contract.ts'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'

type Restored = CallResponse<typeof signIn.undoEmailChange>['data']

function WayOn({ email, passwordResetToken: token }: Restored) {
  if (!token)
    return (
      <LinkButton href="/login" kind="primary" size="lg" isWide>
        Sign in
      </LinkButton>
    )
  return (
    <LinkButton
      href={`/reset-password?${new URLSearchParams({ token, email }).toString()}`}
      kind="primary"
      size="lg"
      isWide
    >
      Choose a new password
    </LinkButton>
  )
}

function Done({ restored }: { restored: Restored }) {
  const { email, passwordResetToken } = restored
  return (
    <BarePage
      title="Your account is yours again"
      lead={`Its address is ${email}, and every browser was signed out.${
        passwordResetToken ? ' The old password no longer works.' : ''
      }`}
      takesFocus
    >
      <WayOn {...restored} />
    </BarePage>
  )
}

/** The button undoes, not the visit: programs that scan mail open links too. */
function Undo({ token }: { token: string }) {
  const [restored, setRestored] = useState<Restored>()
  const form = useForm({
    initial: {},
    submit: () =>
      call(signIn.undoEmailChange, { body: { emailUndo: { token } }, ...errorsHandledOnPage }),
    onDone: ({ data }) => {
      setRestored(data)
      sessionStore.dispatch({ type: 'loggedOut' })
    },
  })
  if (restored) return <Done restored={restored} />
  return (
    <BarePage
      title="Undo the change of your email address"
      lead="Your account goes back to the address this link was mailed to. Everyone is signed out, and you choose a new password."
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
        Undo the change
      </Button>
    </BarePage>
  )
}

export const Screen = () => {
  const token = useSearchValue('token')
  if (token) return <Undo token={token} />
  return (
    <BarePage title="This link is not complete" lead="Open the link from the mail again.">
      <LinkButton href="/login" kind="primary" size="lg" isWide>
        Sign in
      </LinkButton>
    </BarePage>
  )
}
