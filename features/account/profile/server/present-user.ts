import type { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import { listOpenEnvironments } from '@playhead/server-kit/identity/identity.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { User } from '../contract.ts'
import { findMember, findPerson } from './profile.sql.ts'

/** ACCT-007; role and environments are those in the current organization of the dashboard. */
export const presentUser = async (
  app: App,
  organization: Organization | undefined,
  userId: string,
): Promise<z.input<typeof User>> => {
  const member = organization ? await findMember(organization, userId) : undefined
  const environments =
    organization && member
      ? await listOpenEnvironments(app.postgres, [organization.id], { userId, opensAll: false })
      : []
  return {
    ...(await findPerson(app.postgres, userId)),
    organization_admin: member?.admin ?? false,
    environments: environments.map(({ id }) => id),
  }
}
