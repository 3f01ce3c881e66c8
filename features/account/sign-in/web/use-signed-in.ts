import { useCallback } from 'react'
import { landingAfterLogin } from '@playhead/web-kit/landing.ts'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation.ts'
import type { Session } from '@playhead/web-kit/session.ts'
import { lastProduct, storeSession } from '@playhead/web-kit/session-store.ts'

/** Keeps the session and goes where this person lands. SHELL-025 … SHELL-029, SHELL-049 */
export const useSignedIn = () => {
  const navigate = useNavigate()
  const askedFor = useSearchValue('next')
  return useCallback(
    (session: Session, next: string | null | undefined = askedFor) => {
      storeSession(session)
      navigate(landingAfterLogin({ session, next, lastProduct: lastProduct() }), { replace: true })
    },
    [navigate, askedFor],
  )
}
