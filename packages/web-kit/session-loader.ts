import { isCallError } from './call-error.ts'
import type { Session } from './session.ts'
import { sessionStore } from './session-store.ts'
import { currentTenant, type Tenant } from './tenant.ts'

type Retrieve = (tenant: Tenant) => Promise<Session>

let retrieve: Retrieve | undefined
let latest = 0

/** The application gives the call that reads the session, since features own the endpoint. */
export const setSessionSource = (source: Retrieve) => {
  retrieve = source
}

type Outcome = 'userSessionLoaded' | 'environmentSessionLoaded' | 'tokenRefreshed'

/** An answer that comes after a newer question is dropped. */
const load = async (
  outcome: Outcome,
  onFailure: (error: unknown) => void,
  tenant: Tenant = currentTenant(),
) => {
  if (!retrieve) throw new Error('setSessionSource has not been called')
  latest += 1
  const mine = latest
  try {
    const session = await retrieve(tenant)
    if (mine === latest) sessionStore.dispatch({ type: outcome, session })
  } catch (error) {
    if (mine === latest) onFailure(error)
  }
}

const isSignedOut = (error: unknown) =>
  isCallError(error) && (error.status === 401 || error.status === 402)

/** The first question of a page. Somebody is signed out only if the server says so. SHELL-051 */
export const loadSession = () =>
  load('userSessionLoaded', (error) => {
    if (isSignedOut(error) || !sessionStore.getState().session)
      sessionStore.dispatch({ type: 'sessionLoadFailed' })
    else sessionStore.dispatch({ type: 'environmentLoadFailed' })
  })

/** SHELL-052: another environment was opened. */
export const loadEnvironmentSession = (tenant?: Tenant) => {
  sessionStore.dispatch({ type: 'environmentRequested' })
  const onFailure = (error: unknown) =>
    sessionStore.dispatch({
      type: isSignedOut(error) ? 'sessionLoadFailed' : 'environmentLoadFailed',
    })
  return load('environmentSessionLoaded', onFailure, tenant)
}

/** After something the session holds was changed, and now and then while the page is open. SHELL-054 */
export const reloadSession = () =>
  load('tokenRefreshed', (error) =>
    sessionStore.dispatch({
      type: isSignedOut(error) ? 'sessionLoadFailed' : 'tokenRefreshFailed',
    }),
  )
