import { forbidden, invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { requireRecentProof } from '@playhead/server-kit/identity/recent-proof.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { secondFactor } from '../contract.ts'
import { findRequirement, updateRequired } from './factors.sql.ts'

/** It decides how people sign in, as single sign-on does, so both are guarded in the same way. */
const requireOwnAdmin = (app: App, session: SessionRow, organization: Organization) => {
  if (session.internal && session.masquerade_organization_id === organization.id)
    throw forbidden('Staff cannot change how members of an organization sign in.')
  requireRecentProof(app, session)
}

/** An admin whose session was proven by a second factor has shown that one can be set up here. */
export const updateRequirement: Handlers<typeof secondFactor>['updateRequirement'] = async ({
  app,
  organization,
  session,
  request,
  body,
}) => {
  requireOwnAdmin(app, session, organization)
  return organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const { required } = body.second_factor
    const before = await findRequirement(tenant)
    if (before.required === required) return { data: before }
    if (required && !session.second_factor_at)
      throw invalidField(
        'required',
        'Set up a second factor in your own profile before you require one.',
      )
    await updateRequired(tenant, required)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: required
        ? 'organization.second_factor_required'
        : 'organization.second_factor_optional',
      subjectId: organization.id,
    })
    return { data: { ...before, required } }
  })
}
