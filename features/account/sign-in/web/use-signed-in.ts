import { useCallback } from 'react'
import { landingAfterLogin } from '@playhead/web-kit/session/landing.ts'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { enter, lastProduct } from '@playhead/web-kit/session/session-store.ts'

/** Stores the session and opens this person's landing page. SHELL-025 … SHELL-029, SHELL-049 */
export const useSignedIn = () => {
  const navigate = useNavigate()
  const askedFor = useSearchValue('next')
  return useCallback(
    (session: Session, next: string | null | undefined = askedFor) => {
      const landing = landingAfterLogin({ session, next, lastProduct: lastProduct() })
      enter(session, landing)
      navigate(landing, { replace: true })
    },
    [navigate, askedFor],
  )
}
