import { actorOf, type Change, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { presentCurrentOrganization } from './present-current-organization.ts'

export type Member = Pick<MemberContext, 'organization' | 'membership' | 'session'> & {
  request: RequestFacts
}
type OrganizationChange = Pick<Change, 'action' | 'detail'>

/** Applies one change to the organization, with its audit entry; returns the organization after the change. */
export const changeOrganization = (
  member: Member,
  change: (tenant: Organization) => Promise<OrganizationChange | undefined>,
) =>
  member.organization.postgres.transaction(async (transaction) => {
    const tenant = within(member.organization, transaction)
    await lockOrganization(tenant)
    const done = await change(tenant)
    const presented = await presentCurrentOrganization({ ...member, organization: tenant })
    if (done)
      await recordChange(trailOf(tenant), actorOf(member.session, member.request), {
        ...done,
        subjectId: tenant.id,
        subjectName: presented.name,
      })
    return { data: presented }
  })
