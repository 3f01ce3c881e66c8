import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'

export const requireFlag = ({ features }: Pick<EnvironmentContext, 'features'>) => {
  if (!features.customDashboards)
    throw new ApiError('upgrade_required', { name: 'customDashboards' })
}
