import { useEffect } from 'react'
import { signIn } from '@playhead/features/account/sign-in/contract'
import { call } from '@playhead/web-kit/calls/call.ts'
import { loginPath, safeNext } from '@playhead/web-kit/session/landing.ts'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { queryClient } from '@playhead/web-kit/queries/query-client.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { Loading } from '@playhead/ui/feedback/skeleton.tsx'

const isIgnored = () => true

/** SHELL-056: this browser forgets the session even if the call fails. */
const logOut = async () => {
  try {
    await call(signIn.remove, { handleError: isIgnored })
  } catch {
    return
  } finally {
    sessionStore.dispatch({ type: 'loggedOut' })
    queryClient().clear()
  }
}

export const Screen = () => {
  const navigate = useNavigate()
  const next = safeNext(useSearchValue('next'))
  useEffect(() => {
    void logOut().finally(() => navigate(loginPath(next ?? '/'), { replace: true }))
  }, [navigate, next])
  return (
    <Loading label="Logging out">
      <span />
    </Loading>
  )
}
