import { useCallback } from 'react'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import type { signIn } from '../../contract.ts'
import { keepSecondFactorTicket } from '../second-factor/second-factor-ticket.ts'
import { useSignedIn } from '../use-signed-in.ts'

/** The right password signs in, or leads to the second factor. AUTH-008 */
export const useFirstProof = () => {
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const next = useSearchValue('next') ?? null
  return useCallback(
    ({ data, secondFactor }: CallResponse<typeof signIn.create>) => {
      if (data) signedIn(data)
      else if (secondFactor) {
        keepSecondFactorTicket({ ...secondFactor, next })
        navigate('/second-factor')
      }
    },
    [navigate, signedIn, next],
  )
}
