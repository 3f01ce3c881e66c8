import type { z } from 'zod'
import { hiddenSecret } from '@playhead/contract-kit/schema-parts.ts'
import { presentEnvironment } from '@playhead/features/account/environments/server'
import { listOrganizationsOf } from '@playhead/features/account/memberships/server'
import { flagDefaults, withFlags } from '@playhead/domain/flags.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { overridesCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { overridesOfCookie } from '@playhead/server-kit/identity/effective-flags.ts'
import {
  listOpenEnvironments,
  type SessionRow,
} from '@playhead/server-kit/identity/identity.sql.ts'
import { isVisitor } from '@playhead/server-kit/identity/visitor.ts'
import { isReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import type { Session } from '../../contract.ts'
import { findOnboarding } from './sessions.sql.ts'

/** The token only opens a socket; the dashboard reads the session, and with it a new one, every five minutes. */
const socketTokenSeconds = 600

type PresentedSession = z.input<typeof Session>
type PresentedOrganization = Awaited<ReturnType<typeof listOrganizationsOf>>[number]

/** The organization that the dashboard names, else that of its environment, else the first that is open. */
const currentOrganization = (organizations: PresentedOrganization[], request: RequestFacts) => {
  const open = organizations.filter((organization) => organization.authenticated)
  const environmentId = request.header('x-environment-id')
  return (
    open.find(({ id }) => id === request.header('x-organization-id')) ??
    open.find(({ properties }) => properties.some(({ id }) => id === environmentId)) ??
    open[0]
  )
}

const presentUser = (session: SessionRow, organization: PresentedOrganization | undefined) => ({
  id: session.user_id,
  first_name: session.first_name,
  last_name: session.last_name,
  email: session.email,
  pending_email: session.pending_email,
  organization_admin: organization?.is_admin ?? false,
  oauth_login: session.oauth_login,
  internal: session.internal,
})

/** The first call of a visitor is answered before there is a session whose answers have their secrets hidden. */
const presentedTo = (session: SessionRow, row: Parameters<typeof presentEnvironment>[0]) => {
  const environment = presentEnvironment(row)
  return isVisitor(session) ? { ...environment, key: hiddenSecret } : environment
}

/** Staff who masquerade see one organization, as its admin does. */
const openEnvironments = (app: App, session: SessionRow, organizationId: string) =>
  listOpenEnvironments(app.postgres, [organizationId], {
    userId: session.user_id,
    opensAll: session.internal && session.masquerade_organization_id === organizationId,
  })

/** SHELL-046 */
export const presentSession = async (
  app: App,
  request: RequestFacts,
  session: SessionRow,
): Promise<PresentedSession> => {
  const organizations = await listOrganizationsOf(app, session, request)
  const organization = currentOrganization(organizations, request)
  const environments = organization ? await openEnvironments(app, session, organization.id) : []
  const environment =
    environments.find(({ id }) => id === request.header('x-environment-id')) ?? environments[0]
  const overrides = overridesOfCookie(request.cookies[overridesCookieName], session.internal)
  const flags: PresentedSession['feature_flags'] =
    organization?.features ?? withFlags(flagDefaults, overrides)
  return {
    token: app.vault.sign(
      'session-socket',
      { session_id: session.id, user_id: session.user_id },
      socketTokenSeconds,
      app.clock.now(),
    ),
    current_user: presentUser(session, organization),
    feature_flags: flags,
    feature_overrides: Object.keys(overrides).filter((name) => flags[name] === overrides[name]),
    current_environment: environment ? presentedTo(session, environment) : null,
    organization: organization ?? null,
    organizations,
    properties: organization?.properties ?? [],
    onboarding: organization ? await findOnboarding(app.postgres, organization.id) : false,
    masquerading: session.internal && session.masquerade_organization_id !== null,
    read_only: await isReadOnly(app.postgres),
    visitor: isVisitor(session),
    build: app.build,
  }
}
