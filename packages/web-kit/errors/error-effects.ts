import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { createStore } from '../external-store.ts'
import { here, navigate } from '../navigation/navigation.ts'
import { sessionStore } from '../session/session-store.ts'

export interface ErrorEffects {
  redirectTo: (
    path: '/logout' | '/settings/billing' | '/sso-required' | '/second-factor-required',
  ) => void
  showBadEnvironment: () => void
  requireUpgrade: (name: string | undefined) => void
  showNotFound: (messages: string[]) => void
  showSlowDown: () => void
  showDemo: (messages: string[]) => void
  showModal: (messages: string[]) => void
  /** `logHref` is the place of the call in the log of calls. */
  showToast: (messages: string[], logHref: string | undefined) => void
}

/** The dialog or state that the last failure opened; moving to another page closes it. */
export type Interruption =
  | { kind: 'notFound' | 'failure'; messages: string[] }
  | { kind: 'badEnvironment' }

export const interruption = createStore<Interruption | null>(null)

const slowDown = "You're making too many requests, hold tight for a few seconds and try again."

/** A person whose session ended during work returns to the same page after signing in. */
const withNext = (path: string) => {
  const next = here()
  return path === '/logout' && next !== '/' && !next.startsWith('/log')
    ? `${path}?next=${encodeURIComponent(next)}`
    : path
}

export const errorEffects: ErrorEffects = {
  redirectTo: (path) => navigate(withNext(path), { replace: true }),
  showBadEnvironment: () => interruption.set({ kind: 'badEnvironment' }),
  requireUpgrade: (name) => sessionStore.dispatch({ type: 'upgradeRequired', name }),
  showNotFound: (messages) => interruption.set({ kind: 'notFound', messages }),
  showModal: (messages) => interruption.set({ kind: 'failure', messages }),
  showSlowDown: () => {
    toasts.show({ id: 'slow-down', type: 'warning', title: 'Slow down!', description: slowDown })
  },
  showDemo: (messages) => {
    toasts.show({ id: 'demo', type: 'info', title: messages.join('\n') })
  },
  showToast: (messages, logHref) => {
    const description = messages.join('\n')
    toasts.show({
      id: `request-failed ${description}`,
      type: 'error',
      title: 'API Request Failed',
      description,
      ...(logHref && { link: { label: 'See this call', href: logHref } }),
    })
  },
}
