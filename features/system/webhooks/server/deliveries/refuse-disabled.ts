import { ApiError } from '@playhead/contract-kit/errors.ts'

export const refuseDisabled = ({ is_enabled: isEnabled }: { is_enabled: boolean }) => {
  if (!isEnabled)
    throw new ApiError('invalid_parameters', {
      messages: ['This webhook is off. Enable it to send events.'],
    })
}
