import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'

/** LIVE-010 … LIVE-013 */
const titles = {
  complete: 'Live Stream Complete Failed',
  delete: 'Live Stream Delete Failed',
  disable: 'Live Stream Disable Failed',
  enable: 'Enabling Live Stream Failed',
} as const

export type FailingAction = keyof typeof titles

export const sayFailure =
  (action: FailingAction) =>
  ({ status }: CallError) => {
    if (status === 401) return false
    toasts.show({
      type: 'error',
      title: titles[action],
      description: `We were unable to ${action} this live stream at this time. Please contact support or try again later.`,
    })
    return true
  }
