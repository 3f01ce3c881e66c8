import { useCallback } from 'react'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import type { signIn } from '../../contract.ts'
import { forgetLoginTicket, keepLoginTicket } from './login-ticket.ts'
import { takeProofVisit } from '../proof/proof-visit.ts'
import { keepSecondFactorTicket } from '../second-factor/second-factor-ticket.ts'
import { useSignedIn } from '../use-signed-in.ts'

type Outcome = CallResponse<typeof signIn.finishGithub>['data']

/** Signs the person in, or first asks which address to use. AUTH-009, AUTH-011 */
export const useProviderOutcome = () => {
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  return useCallback(
    ({ session, addresses, ticket, secondFactor, next }: Outcome) => {
      if (session) {
        forgetLoginTicket()
        signedIn(session, next)
        if (takeProofVisit())
          toasts.show({
            type: 'success',
            title: 'Confirmed that it’s you',
            description: 'You can make your change now.',
          })
      } else if (secondFactor) {
        forgetLoginTicket()
        keepSecondFactorTicket({ ...secondFactor, next })
        navigate('/second-factor', { replace: true })
      } else if (ticket) {
        keepLoginTicket({ ticket, addresses, next })
        navigate('/select-login-email', { replace: true })
      }
    },
    [navigate, signedIn],
  )
}
