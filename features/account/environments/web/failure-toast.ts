import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'
import { concernsSession } from '@playhead/web-kit/errors/concerns-session.ts'

/** Shows what failed and why. */
export const failureToast = (title: string) => (error: CallError) => {
  if (concernsSession(error)) return false
  toasts.show({ type: 'error', title, description: error.messages.join(' ') })
  return true
}
