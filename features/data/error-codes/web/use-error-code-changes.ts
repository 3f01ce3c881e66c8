import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { errorCodes } from '../contract.ts'
import type { ErrorSeverity } from './use-error-codes.ts'

export interface ErrorCodeValues {
  errorSeverity: ErrorSeverity
  isBusinessException: boolean
}

/** VIEW-021 */
export const defaultValues: ErrorCodeValues = {
  errorSeverity: 'warning',
  isBusinessException: false,
}

const invalidates = [errorCodes.list]

/** VIEW-023 */
export const useErrorCodeChanges = () => {
  const saving = useCall(errorCodes.save, {
    invalidates,
    quiet: true,
    onSuccess: () => toasts.show({ type: 'success', title: 'Error configuration saved' }),
  })
  const removal = useCall(errorCodes.remove, {
    invalidates,
    quiet: true,
    onSuccess: () => toasts.show({ type: 'success', title: 'Error configuration removed' }),
  })
  return {
    save: (code: string, body: ErrorCodeValues) => saving.mutateAsync({ params: { code }, body }),
    remove: (code: string) => removal.mutateAsync({ params: { code } }),
  }
}
