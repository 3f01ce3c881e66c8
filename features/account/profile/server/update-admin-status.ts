import { updateAdmin } from '@playhead/server-kit/identity/members.sql.ts'
import { forbidden, invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import type { MemberContext } from '@playhead/server-kit/context.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { findMember, findPerson } from './profile.sql.ts'

/** ACCT-032; an organization keeps at least one admin, even when two step down at the same time. */
export const updateAdminStatus = (
  app: App,
  member: MemberContext,
  actor: Actor,
  { userId, isAdmin }: { userId: string; isAdmin: boolean },
) =>
  app.postgres.transaction(async (transaction) => {
    const organization = within(member.organization, transaction)
    await lockOrganization(organization)
    const found = await findMember(organization, userId)
    if (!found) throw notFound('user')
    if (found.admin === isAdmin) return
    if (!member.membership.admin) throw forbidden()
    if (member.membership.cancelled_at)
      throw forbidden('This organization is cancelled and read-only.')
    if (!isAdmin && found.other_admins === 0)
      throw invalidField('organization_admin', 'An organization needs at least one admin.')
    await updateAdmin(organization, userId, isAdmin)
    const person = await findPerson(transaction, userId)
    await recordChange({ organizationId: organization.id, postgres: transaction }, actor, {
      action: isAdmin ? 'user.admin_granted' : 'user.admin_revoked',
      subjectId: userId,
      subjectName: person.email,
    })
  })
