import { forgetSsoSessions } from '@playhead/features/account/sign-in/server'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { discoverProvider } from '@playhead/features/account/sso/server'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { organizations } from '../../contract.ts'
import { requireOwnAdmin } from '../require-own-admin.ts'
import { presentSsoConnection } from './present-sso-connection.ts'
import {
  findSsoConnection,
  listDomainsOfOthers,
  lockDomains,
  type SsoConnectionRow,
  upsertSsoConnection,
} from './sso-connection.sql.ts'

const isSameProvider = (
  stored: SsoConnectionRow | undefined,
  given: { issuer: string; client_id: string },
) => stored?.issuer === given.issuer && stored.client_id === given.client_id

/** An admin who signed in through the provider has shown that it lets admins in. */
const refuseLockout = ({ required }: { required: boolean }, isProven: boolean) => {
  if (required && !isProven)
    throw invalidField(
      'required',
      'Sign in through this provider yourself before you require single sign-on.',
    )
}

/** Each address leads to one provider, even when two organizations add its domain at the same time. */
const refuseForeignDomains = async (organization: Organization, domains: readonly string[]) => {
  await lockDomains(organization)
  const [taken] = await listDomainsOfOthers(organization, domains)
  if (taken)
    throw invalidField('email_domains', `Another organization on this server uses ${taken.domain}.`)
}

export const updateSso: Handlers<typeof organizations>['updateSso'] = async ({
  app,
  organization,
  session,
  request,
  body,
}) => {
  requireOwnAdmin(app, session, organization)
  const { client_secret: givenSecret, ...given } = body.sso_connection
  const domains = [...new Set(given.email_domains.map((domain) => domain.toLowerCase()))]
  const stored = await findSsoConnection(organization)
  const isSame = isSameProvider(stored, given)
  const isThroughProvider = session.sso_organization_id === organization.id
  refuseLockout(given, isSame && (isThroughProvider || stored?.required === true))
  const clientSecret =
    givenSecret ?? (isSame && stored ? app.vault.open(stored.client_secret_sealed) : undefined)
  // A stored secret belongs to its provider and must not be sent to another one.
  if (clientSecret === undefined) throw invalidField('client_secret', 'Client secret is required')
  await discoverProvider(app, given.issuer, given.client_id, clientSecret)

  return organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    await refuseForeignDomains(tenant, domains)
    const current = await findSsoConnection(tenant)
    if (current?.client_secret_sealed !== stored?.client_secret_sealed)
      throw invalidField(
        'issuer',
        'Another person has just changed this. Reload the page and try again.',
      )
    const row = await upsertSsoConnection(tenant, {
      ...given,
      email_domains: domains,
      client_secret_sealed: app.vault.seal(clientSecret),
    })
    if (!isSame) await forgetSsoSessions(tenant)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: stored ? 'sso_connection.updated' : 'sso_connection.created',
      subjectId: row.id,
      subjectName: row.issuer,
      detail: { ...presentSsoConnection(row), client_secret_changed: givenSecret !== undefined },
    })
    return { data: presentSsoConnection(row) }
  })
}
