import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { payments } from '../../contract.ts'
import { presentInformation } from './present-information.ts'
import { saveInformation } from './save-information.ts'

export const updateInformation: Handlers<typeof payments>['updateInformation'] = ({
  organization,
  membership,
  session,
  request,
  body,
}) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const row = await saveInformation(
      tenant,
      { actor: actorOf(session, request), name: membership.name },
      body.billing_information,
    )
    return { data: presentInformation(row) }
  })
