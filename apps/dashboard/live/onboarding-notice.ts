import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { Environment } from '@playhead/web-kit/session/session.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'

/** SHELL-080 */
const titles: Partial<Record<Environment['status'], string>> = {
  views_processing: 'Data Received!',
  integrated: 'View Complete!',
}

/** Shows a toast when the first data of an environment arrives while the page is open. */
export const startOnboardingNotice = (store: (status: string) => void) => {
  let before = sessionStore.getState().session?.currentEnvironment
  return sessionStore.subscribe(() => {
    const now = sessionStore.getState().session?.currentEnvironment
    const isProgress = before && now && before.id === now.id && before.status !== now.status
    before = now
    const title = isProgress && now ? titles[now.status] : undefined
    if (!title || !now) return
    toasts.show({ id: `onboarding ${now.status}`, type: 'success', title })
    store(now.status)
  })
}
