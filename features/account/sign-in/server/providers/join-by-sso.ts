import { countMembers, insertMember } from '@playhead/server-kit/identity/members.sql.ts'
import { ApiError, forbidden } from '@playhead/contract-kit/errors.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { recordChange, sentBy } from '@playhead/server-kit/audit/changes.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { flagsOfOrganization } from '@playhead/server-kit/identity/effective-flags.ts'
import {
  findAnyOrganization,
  findMembership,
  type SessionRow,
} from '@playhead/server-kit/identity/identity.sql.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { findDemoVisitor } from '@playhead/server-kit/state/server-state.sql.ts'
import { findUserByEmail, insertUser } from '../accounts/users.sql.ts'
import { flowRefusal } from './flows.ts'
import type { ConnectionRow } from './sso-connections.sql.ts'
import { splitName } from './split-name.ts'

const hasDomain = (connection: ConnectionRow, email: string) =>
  connection.email_domains.some((domain) => email.endsWith(`@${domain.toLowerCase()}`))

interface Arriving {
  email: string
  name: string
  /** The session of this browser, unless it came from an organization's provider. */
  session: SessionRow | undefined
}

const requireFreeSeat = async (transaction: Database, organizationId: string) => {
  const tenant = { id: organizationId, postgres: transaction }
  await lockOrganization(tenant)
  const organization = await findAnyOrganization(transaction, organizationId)
  if (!organization || organization.cancelled_at)
    throw forbidden('This organization is cancelled and cannot be joined.')
  const { maxUsers } = flagsOfOrganization(organization)
  if (maxUsers >= 0 && (await countMembers(tenant)) >= maxUsers)
    throw forbidden('The plan of this organization has no room for more people.')
}

/** Returns the account that may enter the organization; creates it and adds the member if the domain allows that. */
export const userOfSso = async (
  app: App,
  request: RequestFacts,
  connection: ConnectionRow,
  { email, name, session }: Arriving,
): Promise<string> => {
  if (connection.email_domains.length > 0 && !hasDomain(connection, email))
    throw forbidden('Your e-mail address does not belong to this organization.')
  const known = await findUserByEmail(app.postgres, email)
  // The account of a public demo belongs to no person, whatever a provider says.
  if (known && known.id === (await findDemoVisitor(app.postgres)))
    throw forbidden('Your e-mail address does not belong to this organization.')
  if (known?.disabled_at) throw new ApiError('disabled_user')
  const organizationId = connection.organization_id
  if (known && (await findMembership(app.postgres, known.id, organizationId))) return known.id
  if (!hasDomain(connection, email))
    throw forbidden('Ask an administrator of the organization to invite you.')
  if (known && known.id !== session?.user_id)
    throw forbidden(
      'An account with this address already exists. Sign in to it first, then use single sign-on again.',
    )
  await refuseWhileReadOnly(app)
  return app.postgres.transaction(async (transaction) => {
    await requireFreeSeat(transaction, organizationId)
    const account = { email, ...splitName(name), passwordHash: null, isInternal: false }
    const userId = known?.id ?? (await insertUser(transaction, account))
    if (!userId) throw flowRefusal()
    await insertMember(transaction, organizationId, userId, false)
    await recordChange(
      { organizationId, postgres: transaction },
      { kind: 'user', userId, email, ...sentBy(request) },
      { action: 'user.joined', subjectId: userId, subjectName: email, detail: { through: 'sso' } },
    )
    return userId
  })
}
