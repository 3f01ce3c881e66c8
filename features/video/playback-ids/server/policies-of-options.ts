import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { PlaybackPolicy } from '@playhead/domain/video.ts'
import type { AssetOptions } from '@playhead/features/video/assets/contract'

const policyOf = (policy: PlaybackPolicy) => {
  if (policy === 'drm')
    throw invalidField(
      'playback_policies',
      'playback_policies: there is no DRM configuration on this server',
    )
  return policy
}

type PolicyOptions = Pick<
  AssetOptions,
  'playback_policies' | 'playback_policy' | 'advanced_playback_policies'
>

/** A policy list with DRM configurations replaces the plain list. */
export const policiesOfOptions = (options: PolicyOptions) => {
  const advanced = options.advanced_playback_policies
  if (advanced && advanced.length > 0)
    return advanced.map(({ policy, drm_configuration_id: drm }) =>
      policyOf(drm === undefined ? (policy ?? 'public') : 'drm'),
    )
  const plain = options.playback_policies ?? options.playback_policy ?? []
  return [plain].flat().map(policyOf)
}
