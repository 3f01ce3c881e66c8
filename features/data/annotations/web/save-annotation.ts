import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'
import { concernsSession } from '@playhead/web-kit/errors/concerns-session.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { annotations } from '../contract.ts'

/** Only a response has messages of the server; a request that got no response has none. */
const wordsOf = ({ status, type, messages }: CallError) =>
  status === undefined || type === 'axios_client_error' ? undefined : messages[0]

/** METR-099, METR-100 */
const failed = (deed: 'create' | 'update') => (error: CallError) => {
  if (concernsSession(error)) return false
  const words = wordsOf(error)
  toasts.show({
    type: 'error',
    title: words
      ? `${words} or duplicate annotation.`
      : `Failed to ${deed} annotation. Please try again.`,
  })
  return true
}

export const useCreateAnnotation = (onSuccess?: () => void) =>
  useCall(annotations.create, {
    invalidates: [annotations.list],
    handleError: failed('create'),
    onSuccess,
  })

export const useUpdateAnnotation = (onSuccess?: () => void) =>
  useCall(annotations.update, {
    invalidates: [annotations.list],
    handleError: failed('update'),
    onSuccess,
  })

/** The confirmation dialog shows the error of a failed removal. */
export const useRemoveAnnotation = () =>
  useCall(annotations.remove, { invalidates: [annotations.list], quiet: true })
