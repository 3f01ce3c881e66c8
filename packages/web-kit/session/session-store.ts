import { createStore } from '../external-store.ts'
import type { Session } from './session.ts'
import {
  loadingState,
  type Product,
  products,
  sessionTransition,
  type SessionEvent,
  type SessionState,
} from './session-machine.ts'

const keys = {
  session: 'playhead_session',
  lastProduct: 'playhead_last_product',
  navigationProduct: 'playhead_navigation_product',
} as const

export const sessionKey = keys.session

const read = (key: string) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** If storage is full or forbidden, only the quick start after a reload is lost. */
const write = (key: string, value: string | null) => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    return
  }
}

const storedSession = (): Session | null => {
  try {
    const session = JSON.parse(read(keys.session) ?? 'null') as Session | null
    return session?.currentUser && Array.isArray(session.organizations) ? session : null
  } catch {
    return null
  }
}

/** The stored build may be of an earlier page: comparing with it would ask for a reload right after one. */
const initialState = (): SessionState => ({ ...loadingState, session: storedSession() })

const store = createStore(initialState())
let isFirstAnswer = true

export const sessionStore = {
  getState: store.get,
  subscribe: store.subscribe,
  dispatch: (event: SessionEvent) => {
    const before = store.get()
    let after = sessionTransition(before, event)
    if ('session' in event && isFirstAnswer) {
      isFirstAnswer = false
      after = { ...after, isUpdateRequired: false }
    }
    if (after.session !== before.session)
      write(keys.session, after.session && JSON.stringify(after.session))
    if (event.type === 'loggedOut' || event.type === 'sessionLoadFailed') write(keys.session, null)
    store.set(after)
  },
  /** Resets the store as a reload of the page does. */
  restart: () => {
    isFirstAnswer = true
    store.set(initialState())
  },
}

/** SHELL-049: called by login pages with the answer of POST session. */
export const storeSession = (session: Session) =>
  sessionStore.dispatch({ type: 'userSessionLoaded', session })

let entrance: string | undefined

/**
 * Signs in and sets where to go, for pages that do not end at the usual landing page: otherwise the gate
 * of the logged-out page would redirect the person first.
 */
export const enter = (session: Session, path: string) => {
  entrance = path
  storeSession(session)
}

export const takeEntrance = () => entrance

export const forgetEntrance = () => {
  entrance = undefined
}

const storedProduct = (key: string): Product | undefined =>
  products.find((product) => product === read(key))

/** SHELL-048: the last product survives a logout, because it is a habit and not a secret. */
export const lastProduct = () => storedProduct(keys.lastProduct)
export const navigationProduct = () => storedProduct(keys.navigationProduct)

export const setLastProduct = (product: Product) => {
  write(keys.lastProduct, product)
  write(keys.navigationProduct, product === 'live-stream' ? 'video' : product)
}
