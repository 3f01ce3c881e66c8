import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { presentCurrent } from './present-current.ts'

export const retrieveOrganization: Handlers<typeof organizations>['retrieve'] = async (member) => ({
  data: await presentCurrent(member),
})
