import { ApiError, invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { isFeatureName, selfServiceFeatures } from '@playhead/domain/features.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeOrganization, type Member } from './change-organization.ts'
import {
  cancelOrganization as cancel,
  updateFeatureOverride,
  updateOnboarding,
  updateOrganizationName,
} from './organizations.sql.ts'

type Update = Handlers<typeof organizations>

const changeName = (member: Member, name: string | undefined) =>
  changeOrganization(member, async (tenant) => {
    const from = member.membership.name
    if (name === undefined || name === from) return undefined
    await updateOrganizationName(tenant, name)
    return { action: 'organization.updated', detail: { name: { from, to: name } } }
  })

export const updateOrganization: Update['update'] = ({ body, ...member }) =>
  changeName(member, body.organization.name)

/** The caller is an admin of the organization in the header, so no other can be changed. */
const demandCurrent = ({ organization }: Member, id: string) => {
  if (id !== organization.id) throw notFound('organization')
}

export const renameOrganization: Update['change'] = async ({ params, body, ...member }) => {
  demandCurrent(member, params.id)
  return changeName(member, body.organization.name)
}

export const setFeature: Update['setFeature'] = async ({ body, features, ...member }) => {
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

export const cancelOrganization: Update['cancel'] = ({ app, ...member }) =>
  changeOrganization(member, async (tenant) => {
    await cancel(tenant, app.clock.now(), { type: 'cancellation' })
    return { action: 'organization.cancelled' }
  })

export const removeOrganization: Update['remove'] = async (given) => {
  demandCurrent(given, given.params.id)
  await cancelOrganization(given)
  return undefined
}

export const saveOnboarding: Update['onboarding'] = async ({ body, ...member }) => {
  await changeOrganization(member, async (tenant) => {
    await updateOnboarding(tenant, body.onboarding)
    return { action: 'organization.onboarding_saved', detail: body.onboarding }
  })
  return undefined
}
