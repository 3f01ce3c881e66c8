import { presentOrganization } from '@playhead/features/account/memberships/server'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { overridesCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { effectiveFlags, overridesOfCookie } from '@playhead/server-kit/identity/effective-flags.ts'
import {
  findAnyOrganization,
  listOpenEnvironments,
} from '@playhead/server-kit/identity/identity.sql.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'

type Member = Pick<MemberContext, 'organization' | 'membership' | 'session'> & {
  request: Pick<RequestFacts, 'cookies'>
}

/** The organization of the request after the change, as its caller may see it. */
export const presentCurrentOrganization = async ({
  organization,
  membership,
  session,
  request,
}: Member) => {
  const row = await findAnyOrganization(organization.postgres, organization.id)
  if (!row) throw notFound('organization')
  const environments = await listOpenEnvironments(organization.postgres, [organization.id], {
    userId: session.user_id,
    opensAll: membership.admin,
  })
  const overrides = overridesOfCookie(request.cookies[overridesCookieName], session.internal)
  return presentOrganization(
    { ...row, admin: membership.admin },
    { closedBy: undefined, flags: effectiveFlags(row, overrides), environments },
  )
}
