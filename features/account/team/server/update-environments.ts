import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import {
  insertEnvironmentAccess,
  deleteEnvironmentAccess,
} from '@playhead/server-kit/identity/members.sql.ts'
import { ownEnvironments } from '@playhead/server-kit/identity/own-environments.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { team } from '../contract.ts'
import { requireTeamUser } from './require-team-user.ts'
import { presentTeamUser } from './present-team-user.ts'

export const updateEnvironments: Handlers<typeof team>['updateEnvironments'] = ({
  organization,
  session,
  request,
  params,
  body,
}) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const before = await requireTeamUser(tenant, params.id)
    const environmentIds = await ownEnvironments(tenant, body.user.environments)
    await deleteEnvironmentAccess(tenant, before.id)
    await insertEnvironmentAccess(tenant, before.id, environmentIds)
    const after = await requireTeamUser(tenant, before.id)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'user.environments_updated',
      subjectId: before.id,
      subjectName: before.email,
      detail: { from: before.environments, to: environmentIds },
    })
    return { data: presentTeamUser(after) }
  })
