import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { PlaybackPolicy } from '@playhead/domain/video.ts'

interface Requested {
  policy: PlaybackPolicy
  drm_configuration_id?: string | undefined
}

export const requestedPolicy = ({ policy, drm_configuration_id: drm }: Requested) => {
  if (policy === 'drm' || drm !== undefined)
    throw invalidField('policy', 'policy: there is no DRM configuration on this server')
  return policy
}
