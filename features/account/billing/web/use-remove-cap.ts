import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { billing } from '../contract.ts'

export const useRemoveCap = (onDone?: () => void) => {
  const update = useCall(billing.updateCap, { invalidates: [billing.retrieveCap], quiet: true })
  const remove = async () => {
    try {
      await update.mutateAsync({ body: { cap: { cents: null } } })
    } catch {
      return
    }
    onDone?.()
    toasts.show({ type: 'success', title: 'Spending cap removed' })
  }
  return { remove, isRemoving: update.isPending, failure: update.error?.message }
}
