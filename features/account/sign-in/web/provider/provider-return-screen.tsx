import { useEffect, useRef, useState } from 'react'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useLocation, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { signIn } from '../../contract.ts'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import { useProviderOutcome } from './use-provider-outcome.ts'

const fallback = 'Something went wrong, please try again later.'

/** The error in the URL that the provider redirected to. */
const useProviderRefusal = () => {
  const error = useSearchValue('error')
  const description = useSearchValue('error_description')
  if (error === 'access_denied') return 'The sign-in was cancelled.'
  return error ? (description ?? fallback) : undefined
}

/** The code works only once, so the request is sent only once. */
const useFinish = () => {
  const { pathname } = useLocation()
  const code = useSearchValue('code')
  const state = useSearchValue('state')
  const iss = useSearchValue('iss')
  const refusal = useProviderRefusal()
  const onOutcome = useProviderOutcome()
  const [failure, setFailure] = useState<string>()
  const isSent = useRef(false)

  useEffect(() => {
    if (!code || !state || refusal || isSent.current) return
    isSent.current = true
    const answer = { code, state, ...(iss && { iss }) }
    const endpoint = pathname.endsWith('/sso') ? signIn.finishSso : signIn.finishGithub
    call(endpoint, { body: { session: answer }, ...errorsHandledOnPage }).then(
      ({ data }) => onOutcome(data),
      (error: unknown) => setFailure((isCallError(error) && error.messages.join(' ')) || fallback),
    )
  }, [code, state, iss, refusal, pathname, onOutcome])

  if (refusal) return refusal
  return code && state ? failure : 'The sign-in provider sent an incomplete answer.'
}

/** A person who came back from a failed proof is still signed in. */
const Refused = ({ failure }: { failure: string }) => {
  const { session } = useSession()
  return (
    <BarePage title={session ? 'That did not confirm it’s you' : 'You are not signed in'}>
      <FormMessage tone="error">{failure}</FormMessage>
      <LinkButton href={session ? '/' : '/login'} kind="primary" size="lg" isWide>
        {session ? 'Return to dashboard' : 'Back to sign in'}
      </LinkButton>
    </BarePage>
  )
}

export const Screen = () => {
  const failure = useFinish()
  if (!failure)
    return (
      <BarePage title="Signing you in" lead="This takes a moment.">
        <ProgressBar label="Signing you in" isLabelVisible={false} height={5} />
      </BarePage>
    )
  return <Refused failure={failure} />
}
