import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeOrganization } from './change-organization.ts'
import { updateOnboarding } from './organizations.sql.ts'

export const saveOnboarding: Handlers<typeof organizations>['onboarding'] = async ({
  body,
  ...member
}) => {
  await changeOrganization(member, async (tenant) => {
    await updateOnboarding(tenant, body.onboarding)
    return { action: 'organization.onboarding_saved', detail: body.onboarding }
  })
  return undefined
}
