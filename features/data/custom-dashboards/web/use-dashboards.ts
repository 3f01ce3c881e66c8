import { useQuery } from '@tanstack/react-query'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'
import { concernsSession } from '@playhead/web-kit/errors/concerns-session.ts'
import { invalidate, query, useCall } from '@playhead/web-kit/queries/query.ts'
import { customDashboards } from '../contract.ts'

const failureToast = (title: string) => (error: CallError) => {
  if (concernsSession(error)) return false
  // Reloads the version that another user saved, so that it shows once this user discards the draft.
  if (error.fields.version) void invalidate(customDashboards.list)
  toasts.show({ type: 'error', title, description: error.messages.join(' ') })
  return true
}

/** All dashboards of the environment, with their actions. DASH-013, DASH-014 */
export const useDashboards = () => {
  const list = useQuery(query(customDashboards.list, {}, { quiet: true }))
  const invalidates = [customDashboards.list]
  const create = useCall(customDashboards.create, {
    invalidates,
    handleError: failureToast('Dashboard not created'),
  })
  const update = useCall(customDashboards.update, {
    invalidates,
    handleError: failureToast('Dashboard not saved'),
  })
  const remove = useCall(customDashboards.remove, {
    invalidates,
    handleError: failureToast('Dashboard not deleted'),
  })
  return { list, dashboards: list.data?.data, create, update, remove }
}

export type Dashboards = ReturnType<typeof useDashboards>
