import { toasts } from '@playhead/ui/toast-store.ts'
import { createStore } from './external-store.ts'
import { here, navigate } from './navigation.ts'
import { sessionStore } from './session-store.ts'

export interface ErrorEffects {
  leaveTo: (
    path: '/logout' | '/settings/billing' | '/sso-required' | '/second-factor-required',
  ) => void
  showBadEnvironment: () => void
  requireUpgrade: (name: string | undefined) => void
  showNotFound: (messages: string[]) => void
  showSlowDown: () => void
  showModal: (messages: string[]) => void
  showToast: (messages: string[]) => void
}

/** The dialog or state the last failure asked for; moving to another page closes it. */
export type Interruption =
  | { kind: 'notFound' | 'failure'; messages: string[] }
  | { kind: 'badEnvironment' }

export const interruption = createStore<Interruption | null>(null)

const slowDown = "You're making too many requests, hold tight for a few seconds and try again."

/** Someone whose session ended in the middle of work comes back to the same place. */
const withNext = (path: string) => {
  const next = here()
  return path === '/logout' && next !== '/' && !next.startsWith('/log')
    ? `${path}?next=${encodeURIComponent(next)}`
    : path
}

export const errorEffects: ErrorEffects = {
  leaveTo: (path) => navigate(withNext(path), { replace: true }),
  showBadEnvironment: () => interruption.set({ kind: 'badEnvironment' }),
  requireUpgrade: (name) => sessionStore.dispatch({ type: 'upgradeRequired', name }),
  showNotFound: (messages) => interruption.set({ kind: 'notFound', messages }),
  showModal: (messages) => interruption.set({ kind: 'failure', messages }),
  showSlowDown: () => {
    toasts.show({ id: 'slow-down', type: 'warning', title: 'Slow down!', description: slowDown })
  },
  showToast: (messages) => {
    const description = messages.join('\n')
    toasts.show({
      id: `request-failed ${description}`,
      type: 'error',
      title: 'API Request Failed',
      description,
    })
  },
}
