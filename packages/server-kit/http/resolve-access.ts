import type { Access, Method } from '@playhead/contract-kit/endpoint.ts'
import { ApiError, forbidden, notFound } from '@playhead/contract-kit/errors.ts'
import { grants, type Scope } from '@playhead/domain/scopes.ts'
import type { App } from '../app.ts'
import type { EnvironmentContext, MemberContext, RequestFacts } from '../context.ts'
import { type Caller, isUuid } from '../identity/caller.ts'
import { overridesCookieName } from '../identity/cookies.ts'
import { effectiveFlags, overridesOfCookie } from '../identity/effective-flags.ts'
import {
  findAnyOrganization,
  findMembership,
  listOpenEnvironments,
  type OpenEnvironmentRow,
  type SessionRow,
} from '../identity/identity.sql.ts'
import {
  organizationClosedBy,
  organizationClosedToStaffBy,
} from '../identity/organization-closed-by.ts'
import { isVisitor } from '../identity/visitor.ts'
import { isReadOnly } from '../state/server-state.sql.ts'

const personOf = (caller: Caller): SessionRow => {
  if (caller.kind === 'nobody') throw new ApiError('unauthorized')
  if (caller.kind === 'token')
    throw forbidden('This call is not for access tokens. Sign in instead.')
  if (caller.session.disabled_at) throw new ApiError('disabled_user')
  return caller.session
}

const headerId = (request: RequestFacts, name: string, query: URLSearchParams) =>
  request.header(name) ??
  (name === 'x-environment-id' ? query.get('environment_id') : null) ??
  undefined

/** The caller cannot distinguish unknown, foreign and malformed ids. */
const findOrganization = async (app: App, session: SessionRow, id: string) => {
  if (!isUuid(id)) throw notFound('organization')
  const isMasqueraded = session.internal && session.masquerade_organization_id === id
  const row = isMasqueraded
    ? await findAnyOrganization(app.postgres, id)
    : await findMembership(app.postgres, session.user_id, id)
  if (!row) throw notFound('organization')
  const closed = isMasqueraded
    ? organizationClosedToStaffBy(session, row)
    : organizationClosedBy(session, row)
  if (closed === 'sso') throw new ApiError('unauthenticated_organization')
  if (closed === 'second_factor') throw new ApiError('second_factor_required')
  return { row, isMasqueraded }
}

const memberContext = async (
  app: App,
  request: RequestFacts,
  session: SessionRow,
  query: URLSearchParams,
): Promise<MemberContext> => {
  const organizationId = headerId(request, 'x-organization-id', query)
  if (!organizationId) throw new ApiError('invalid_organization')
  const { row, isMasqueraded } = await findOrganization(app, session, organizationId)
  const environmentId = headerId(request, 'x-environment-id', query)
  const open =
    environmentId && isUuid(environmentId)
      ? await listOpenEnvironments(app.postgres, [row.id], {
          userId: session.user_id,
          opensAll: isMasqueraded,
        })
      : []
  const overrides = overridesOfCookie(request.cookies[overridesCookieName], session.internal)
  return {
    session,
    organization: { id: row.id, postgres: app.postgres },
    membership: row,
    flags: effectiveFlags(row, overrides),
    environmentRow: open.find((environment) => environment.id === environmentId),
  }
}

const environmentOfToken = (
  app: App,
  caller: Caller & { kind: 'token' },
  needed: { scope: Scope | 'any' },
  request: RequestFacts,
  query: URLSearchParams,
): EnvironmentContext => {
  const { token } = caller
  const named = headerId(request, 'x-environment-id', query)
  if (named && named !== token.environment_id) throw new ApiError('invalid_environment')
  if (needed.scope !== 'any' && !grants(token.permissions, needed.scope))
    throw forbidden(`This access token does not have the permission ${needed.scope}.`)
  return {
    environment: {
      id: token.environment_id,
      organizationId: token.organization_id,
      postgres: app.postgres,
      clickhouse: app.clickhouse,
      requestId: request.id,
    },
    organization: { id: token.organization_id, postgres: app.postgres },
    flags: effectiveFlags({
      plan: token.organization_plan,
      plan_flags: token.organization_plan_flags,
      feature_overrides: token.organization_feature_overrides,
    }),
    caller: { kind: 'token', token },
  }
}

interface Wanted {
  method: Method
  asks?: boolean
  pays?: boolean
}

const isRead = ({ method, asks }: Wanted) => method === 'GET' || asks === true

const refuseWhatMayNotWrite = async (app: App, cancelledAt: Date | null, wanted: Wanted) => {
  if (isRead(wanted) || wanted.pays) return
  if (cancelledAt) throw forbidden('This organization is cancelled and read-only.')
  if (await isReadOnly(app.postgres)) throw new ApiError('read_only')
}

/** Resolves the access that the endpoint declares, or refuses the request. */
export const resolveAccess = async (
  app: App,
  { access, ...wanted }: { access: Access } & Wanted,
  caller: Caller,
  request: RequestFacts,
  query: URLSearchParams,
  /** Called as soon as it is sure that the caller may open the environment. */
  onEnvironment: (environment: OpenEnvironmentRow) => void = () => {},
): Promise<Record<string, unknown>> => {
  if (access.kind === 'anyone')
    return { session: caller.kind === 'person' ? caller.session : undefined }
  if (access.kind === 'token') {
    if (caller.kind !== 'token') throw new ApiError('unauthorized')
    return { token: caller.token }
  }
  if (access.kind === 'environment' && caller.kind === 'token') {
    await refuseWhatMayNotWrite(app, caller.token.organization_cancelled_at, wanted)
    return { ...environmentOfToken(app, caller, access, request, query) }
  }

  const session = personOf(caller)
  if (isVisitor(session) && !isRead(wanted)) throw new ApiError('demo')
  if (access.kind === 'staff') {
    if (!session.internal) throw forbidden()
    return { session, member: undefined }
  }
  if (access.kind === 'user') {
    const named = request.header('x-organization-id')
    const member = named ? await optionalMember(app, request, session, query) : undefined
    return { session, member }
  }
  const member = await memberContext(app, request, session, query)
  if (member.environmentRow) onEnvironment(member.environmentRow)
  if (access.admin && !member.membership.admin) throw forbidden()
  await refuseWhatMayNotWrite(app, member.membership.cancelled_at, wanted)
  if (access.kind === 'organization') return { ...member }
  if (!member.environmentRow) throw new ApiError('invalid_environment')
  return {
    environment: {
      id: member.environmentRow.id,
      organizationId: member.organization.id,
      postgres: app.postgres,
      clickhouse: app.clickhouse,
      requestId: request.id,
    },
    organization: member.organization,
    flags: member.flags,
    caller: { kind: 'person', session, isAdmin: member.membership.admin },
  } satisfies EnvironmentContext
}

/** Calls that need no organization still get the dashboard's current one; a wrong one does not refuse them. */
const optionalMember = (
  app: App,
  request: RequestFacts,
  session: SessionRow,
  query: URLSearchParams,
) =>
  memberContext(app, request, session, query).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
