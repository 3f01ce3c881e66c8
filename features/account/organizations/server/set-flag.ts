import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import { isFlagName, selfServiceFlags } from '@playhead/domain/flags.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeOrganization } from './change-organization.ts'
import { updateFlagOverride } from './organizations.sql.ts'

export const setFlag: Handlers<typeof organizations>['setFlag'] = async ({
  body,
  flags,
  ...member
}) => {
  const { name, value } = body.feature
  if (!isFlagName(name)) throw invalidField('name', 'There is no such flag.')
  const choices = selfServiceFlags[name]
  if (!choices) throw new ApiError('upgrade_required', { name })
  if (!choices.includes(value))
    throw invalidField('value', `The value must be one of ${choices.join(', ')}.`)
  if (value === 'premium' && !flags.premiumQualityRolloutEnabled)
    throw new ApiError('upgrade_required', { name: 'premiumQualityRolloutEnabled' })
  return changeOrganization(member, async (tenant) => {
    await updateFlagOverride(tenant, name, value)
    return { action: 'organization.feature_set', detail: { name, from: flags[name], to: value } }
  })
}
