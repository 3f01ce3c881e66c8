import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { informationOf } from './billing-information.sql.ts'
import { presentInformation } from './present-information.ts'

export const retrieveInformation: Handlers<typeof payments>['retrieveInformation'] = async ({
  organization,
}) => {
  const row = await informationOf(organization)
  return { data: row ? presentInformation(row) : null }
}
