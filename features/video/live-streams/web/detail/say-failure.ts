import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'
import { concernsSession } from '@playhead/web-kit/errors/concerns-session.ts'

/** LIVE-010 … LIVE-013 */
const titles = {
  complete: 'Live Stream Complete Failed',
  delete: 'Live Stream Delete Failed',
  disable: 'Live Stream Disable Failed',
  enable: 'Enabling Live Stream Failed',
} as const

export type FailingAction = keyof typeof titles

export const sayFailure = (action: FailingAction) => (error: CallError) => {
  if (concernsSession(error)) return false
  toasts.show({
    type: 'error',
    title: titles[action],
    description: `We were unable to ${action} this live stream at this time. Please contact support or try again later.`,
  })
  return true
}
