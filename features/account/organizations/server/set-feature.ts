import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import { isFeatureName, selfServiceFeatures } from '@playhead/domain/features.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeOrganization } from './change-organization.ts'
import { updateFeatureOverride } from './organizations.sql.ts'

export const setFeature: Handlers<typeof organizations>['setFeature'] = async ({
  body,
  features,
  ...member
}) => {
  const { name, value } = body.feature
  if (!isFeatureName(name)) throw invalidField('name', 'There is no such feature.')
  const choices = selfServiceFeatures[name]
  if (!choices) throw new ApiError('upgrade_required', { name })
  if (!choices.includes(value))
    throw invalidField('value', `The value must be one of ${choices.join(', ')}.`)
  if (value === 'premium' && !features.premiumQualityRolloutEnabled)
    throw new ApiError('upgrade_required', { name: 'premiumQualityRolloutEnabled' })
  return changeOrganization(member, async (tenant) => {
    await updateFeatureOverride(tenant, name, value)
    return { action: 'organization.feature_set', detail: { name, from: features[name], to: value } }
  })
}
