import type { Environment, Session } from './session.ts'

export const products = ['data', 'video', 'live-stream'] as const
export type Product = (typeof products)[number]

export interface SessionState {
  /** True until the server has answered, even while a stored session is shown. SHELL-050 */
  isLoading: boolean
  isEnvironmentLoading: boolean
  hasEnvironmentFailed: boolean
  session: Session | null
  /** The flag of the last plan refusal; the count makes a repeated one show again. */
  upgradeRequired: { name: string | undefined; count: number } | null
  /** True when the server runs another build than the one that this page was loaded from. KIT-033 */
  isUpdateRequired: boolean
}

export type SessionEvent =
  | { type: 'userSessionLoaded'; session: Session }
  | { type: 'sessionLoadFailed' }
  | { type: 'environmentRequested' }
  | { type: 'environmentSessionLoaded'; session: Session }
  | { type: 'environmentLoadFailed' }
  | { type: 'tokenRefreshed'; session: Session }
  | { type: 'tokenRefreshFailed' }
  | { type: 'upgradeRequired'; name?: string | undefined }
  | { type: 'readOnlyNoticed'; readOnly: boolean }
  | { type: 'environmentProgressed'; environmentId: string; status: Environment['status'] }
  | { type: 'updateNoticed' }
  | { type: 'loggedOut' }

export const loadingState: SessionState = {
  isLoading: true,
  isEnvironmentLoading: false,
  hasEnvironmentFailed: false,
  session: null,
  upgradeRequired: null,
  isUpdateRequired: false,
}

const signedOut: SessionState = { ...loadingState, isLoading: false }

const loaded = (state: SessionState, session: Session): SessionState => ({
  ...state,
  isLoading: false,
  isEnvironmentLoading: false,
  hasEnvironmentFailed: false,
  session,
  isUpdateRequired:
    state.isUpdateRequired || (state.session !== null && state.session.build !== session.build),
})

const progressed = (
  state: SessionState,
  environmentId: string,
  status: Environment['status'],
): SessionState => {
  const current = state.session?.currentEnvironment
  if (!state.session || current?.id !== environmentId || current.status === status) return state
  return { ...state, session: { ...state.session, currentEnvironment: { ...current, status } } }
}

export const sessionTransition = (state: SessionState, event: SessionEvent): SessionState => {
  switch (event.type) {
    case 'userSessionLoaded':
    case 'environmentSessionLoaded':
    case 'tokenRefreshed':
      return loaded(state, event.session)
    case 'environmentRequested':
      return { ...state, isEnvironmentLoading: true, hasEnvironmentFailed: false }
    case 'environmentLoadFailed':
    case 'tokenRefreshFailed':
      return { ...state, isEnvironmentLoading: false, hasEnvironmentFailed: true }
    case 'upgradeRequired':
      return {
        ...state,
        upgradeRequired: { name: event.name, count: (state.upgradeRequired?.count ?? 0) + 1 },
      }
    case 'readOnlyNoticed':
      return state.session && state.session.readOnly !== event.readOnly
        ? { ...state, session: { ...state.session, readOnly: event.readOnly } }
        : state
    case 'environmentProgressed':
      return progressed(state, event.environmentId, event.status)
    case 'updateNoticed':
      return { ...state, isUpdateRequired: true }
    case 'sessionLoadFailed':
    case 'loggedOut':
      return signedOut
  }
}
