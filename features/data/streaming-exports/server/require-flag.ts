import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Flags } from '@playhead/domain/flags.ts'

const name = 'streamingExportsViewstream'

/** Whether the plan includes streaming exports of views. */
export const hasFlag = (flags: Flags) => flags[name]

export const requireFlag = ({ flags }: { flags: Flags }) => {
  if (!hasFlag(flags)) throw new ApiError('upgrade_required', { name })
}
