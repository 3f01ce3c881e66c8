import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { presentCurrentOrganization } from './present-current-organization.ts'

export const retrieveOrganization: Handlers<typeof organizations>['retrieve'] = async (member) => ({
  data: await presentCurrentOrganization(member),
})
