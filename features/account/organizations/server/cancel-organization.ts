import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../contract.ts'
import { changeOrganization } from './change-organization.ts'
import { cancelOrganization as cancel } from './organizations.sql.ts'

export const cancelOrganization: Handlers<typeof organizations>['cancel'] = ({ app, ...member }) =>
  changeOrganization(member, async (tenant) => {
    await cancel(tenant, app.clock.now(), { type: 'cancellation' })
    return { action: 'organization.cancelled' }
  })
