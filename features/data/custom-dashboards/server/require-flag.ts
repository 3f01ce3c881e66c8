import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'

export const requireFlag = ({ flags }: Pick<EnvironmentContext, 'flags'>) => {
  if (!flags.customDashboards) throw new ApiError('upgrade_required', { name: 'customDashboards' })
}
