import { isCallError } from '../calls/call-error.ts'
import type { Session } from './session.ts'
import { sessionKey, sessionStore } from './session-store.ts'
import { currentTenant, type Tenant } from './tenant.ts'

type Retrieve = (tenant: Tenant) => Promise<Session>

/** Whether the server has a session for this browser. */
type Asking = () => Promise<boolean>

let retrieve: Retrieve | undefined
let hasSession: Asking | undefined
let latest = 0

/** The application sets the call that reads the session, because a feature owns the endpoint. */
export const setSessionSource = (source: Retrieve, asking?: Asking) => {
  retrieve = source
  hasSession = asking
}

type Outcome = 'userSessionLoaded' | 'environmentSessionLoaded' | 'tokenRefreshed'

const asking = new Map<string, Promise<Session>>()

/** Concurrent requests for the same session are coalesced; after a change a new one is sent, to see the change. */
const ask = (tenant: Tenant, isFresh: boolean): Promise<Session> => {
  if (!retrieve) throw new Error('setSessionSource has not been called')
  const key = `${tenant.organizationId} ${tenant.environmentId}`
  const asked =
    (isFresh ? undefined : asking.get(key)) ?? retrieve(tenant).finally(() => asking.delete(key))
  asking.set(key, asked)
  return asked
}

/** A response is dropped when a newer request has been sent. */
const load = async (
  outcome: Outcome,
  onFailure: (error: unknown) => void,
  tenant: Tenant = currentTenant(),
) => {
  latest += 1
  const mine = latest
  try {
    const session = await ask(tenant, outcome === 'tokenRefreshed')
    if (mine === latest) sessionStore.dispatch({ type: outcome, session })
  } catch (error) {
    if (mine === latest) onFailure(error)
  }
}

const isSignedOut = (error: unknown) =>
  isCallError(error) && (error.status === 401 || error.status === 402)

/** A browser that has stored no session asks first: reading one that is not there would be an error in its console. */
const isFirstVisit = async (askServer: Asking) => {
  const mine = latest
  const isThere = await askServer().catch(() => true)
  return !isThere && mine === latest && !sessionStore.getState().session
}

/** The first request of a page. A person is signed out only if the server says so. SHELL-051 */
export const loadSession = async () => {
  const isNew = !sessionStore.getState().session
  if (hasSession && isNew && (await isFirstVisit(hasSession)))
    return sessionStore.dispatch({ type: 'sessionLoadFailed' })
  return load('userSessionLoaded', (error) => {
    if (isSignedOut(error) || !sessionStore.getState().session)
      sessionStore.dispatch({ type: 'sessionLoadFailed' })
    else sessionStore.dispatch({ type: 'environmentLoadFailed' })
  })
}

/** SHELL-052: another environment was opened. */
export const loadEnvironmentSession = (tenant?: Tenant) => {
  sessionStore.dispatch({ type: 'environmentRequested' })
  const onFailure = (error: unknown) =>
    sessionStore.dispatch({
      type: isSignedOut(error) ? 'sessionLoadFailed' : 'environmentLoadFailed',
    })
  return load('environmentSessionLoaded', onFailure, tenant)
}

/** Called after a change to what the session holds, and periodically while the page is open. SHELL-054 */
export const reloadSession = () =>
  load('tokenRefreshed', (error) =>
    sessionStore.dispatch({
      type: isSignedOut(error) ? 'sessionLoadFailed' : 'tokenRefreshFailed',
    }),
  )

/** Signing in or out in one tab applies to every tab. */
export const followOtherTabs = () => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== sessionKey) return
    const isSignedIn = sessionStore.getState().session !== null
    if (newValue === null && isSignedIn) sessionStore.dispatch({ type: 'loggedOut' })
    if (newValue !== null && !isSignedIn) void loadSession()
  }
  globalThis.addEventListener('storage', onStorage)
  return () => globalThis.removeEventListener('storage', onStorage)
}
