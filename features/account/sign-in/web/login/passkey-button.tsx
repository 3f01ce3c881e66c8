import {
  askPasskey,
  passkeyObstacle,
  usePasskey,
} from '@playhead/features/account/second-factor/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { FingerprintIcon } from '@playhead/ui/icons/subject-icons.ts'
import { call } from '@playhead/web-kit/calls/call.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { signIn } from '../../contract.ts'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'

interface PasskeyButtonProps {
  label: string
  /** The ticket of a sign-in whose password was right; without it the passkey is the only proof. */
  ticket?: string
  isPrimary?: boolean
  onSignedIn: (session: Session) => void
}

/** Signs in with a passkey; hidden where the browser does not support them. */
export const PasskeyButton = ({ label, ticket, isPrimary, onSignedIn }: PasskeyButtonProps) => {
  const passkey = usePasskey(async () => {
    const session = ticket === undefined ? {} : { ticket }
    const { data } = await call(signIn.startPasskey, { body: { session }, ...errorsHandledOnPage })
    const answer = await askPasskey(data)
    const entered = await call(signIn.finishPasskey, {
      body: { session: { ...session, ...answer } },
      ...errorsHandledOnPage,
    })
    onSignedIn(entered.data)
  })
  if (passkeyObstacle()) return null
  return (
    <>
      {passkey.failure && <FormMessage tone="error">{passkey.failure}</FormMessage>}
      <Button
        size="lg"
        isWide
        kind={isPrimary ? 'primary' : 'secondary'}
        icon={<FingerprintIcon />}
        isLoading={passkey.isBusy}
        onClick={passkey.run}
      >
        {label}
      </Button>
    </>
  )
}
