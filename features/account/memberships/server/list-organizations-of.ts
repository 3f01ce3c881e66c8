import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { overridesCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { effectiveFlags, overridesOfCookie } from '@playhead/server-kit/identity/effective-flags.ts'
import {
  findAnyOrganization,
  listMemberships,
  listOpenEnvironments,
  type SessionRow,
} from '@playhead/server-kit/identity/identity.sql.ts'
import {
  organizationClosedBy,
  organizationClosedToStaffBy,
} from '@playhead/server-kit/identity/organization-closed-by.ts'
import { presentOrganization } from './present-organization.ts'

/** Every organization of a person, oldest membership first; staff who masquerade see only the one they look at. */
export const listOrganizationsOf = async (
  app: App,
  session: SessionRow,
  request: Pick<RequestFacts, 'cookies'>,
) => {
  const masqueraded =
    session.internal && session.masquerade_organization_id
      ? await findAnyOrganization(app.postgres, session.masquerade_organization_id)
      : undefined
  const rows = masqueraded ? [masqueraded] : await listMemberships(app.postgres, session.user_id)
  const closed = (row: (typeof rows)[number]) =>
    row === masqueraded
      ? organizationClosedToStaffBy(session, row)
      : organizationClosedBy(session, row)
  const environments = await listOpenEnvironments(
    app.postgres,
    rows.filter((row) => !closed(row)).map((row) => row.id),
    { userId: session.user_id, opensAll: masqueraded !== undefined },
  )
  const overrides = overridesOfCookie(request.cookies[overridesCookieName], session.internal)
  return rows.map((row) =>
    presentOrganization(row, {
      closedBy: closed(row),
      flags: effectiveFlags(row, overrides),
      environments: environments.filter((environment) => environment.organization_id === row.id),
    }),
  )
}
