import { toasts } from '@playhead/ui/toast-store.ts'
import type { CallError } from '@playhead/web-kit/call-error.ts'

const leavesThePage = ({ status }: CallError) => status === 401 || status === 402

/** Says what failed and why; somebody signed out is left to the central handling. */
export const failureToast = (title: string) => (error: CallError) => {
  if (leavesThePage(error)) return false
  toasts.show({ type: 'error', title, description: error.messages.join(' ') })
  return true
}
