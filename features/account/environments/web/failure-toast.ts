import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'

const leavesThePage = ({ status }: CallError) => status === 401 || status === 402

/** Shows what failed and why; a person who was signed out is left to the central error handling. */
export const failureToast = (title: string) => (error: CallError) => {
  if (leavesThePage(error)) return false
  toasts.show({ type: 'error', title, description: error.messages.join(' ') })
  return true
}
