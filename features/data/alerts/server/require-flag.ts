import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'

/** ALRT-002 */
export const requireFlag = ({ flags }: Pick<EnvironmentContext, 'flags'>) => {
  if (!flags.alertingV2) throw new ApiError('upgrade_required', { name: 'alertingV2' })
}
