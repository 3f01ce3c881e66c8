import { deleteMembership } from '@playhead/server-kit/identity/members.sql.ts'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { requireTeamUser } from './require-team-user.ts'
import { countAdmins } from './team.sql.ts'

type Caller = Pick<MemberContext, 'organization' | 'session'> & { request: RequestFacts }

/** Access tokens that a person created belong to their environments, so they stay. */
export const removeFromOrganization = (
  { organization, session, request }: Caller,
  userId: string,
) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const user = await requireTeamUser(tenant, userId)
    if (user.organization_admin && (await countAdmins(tenant)) === 1)
      throw invalidField('user_id', 'An organization needs at least one admin.')
    await deleteMembership(tenant, user.id)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'user.removed',
      subjectId: user.id,
      subjectName: user.email,
      detail: { admin: user.organization_admin },
    })
    return undefined
  })
