import { useCallback } from 'react'
import type { CallAnswer } from '@playhead/web-kit/call.ts'
import { useNavigate } from '@playhead/web-kit/navigation.ts'
import type { signIn } from '../contract.ts'
import { forgetLoginTicket, keepLoginTicket } from './login-ticket.ts'
import { useSignedIn } from './use-signed-in.ts'

type Outcome = CallAnswer<typeof signIn.finishGithub>['data']

/** A provider signs somebody in, or first wants to know with which address. AUTH-009, AUTH-011 */
export const useProviderOutcome = () => {
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  return useCallback(
    ({ session, addresses, ticket, next }: Outcome) => {
      if (session) {
        forgetLoginTicket()
        signedIn(session, next)
      } else if (ticket) {
        keepLoginTicket({ ticket, addresses, next })
        navigate('/select-login-email', { replace: true })
      }
    },
    [navigate, signedIn],
  )
}
