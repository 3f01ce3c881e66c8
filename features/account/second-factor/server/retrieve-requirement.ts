import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../contract.ts'
import { findRequirement } from './factors.sql.ts'

export const retrieveRequirement: Handlers<typeof secondFactor>['retrieveRequirement'] = async ({
  organization,
}) => ({
  data: await findRequirement(organization),
})
