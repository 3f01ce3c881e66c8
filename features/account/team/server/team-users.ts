import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { countMembers, insertEnvironmentAccess } from '@playhead/server-kit/identity/members.sql.ts'
import { ownEnvironments } from '@playhead/server-kit/identity/own-environments.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { lockOrganization } from '@playhead/server-kit/lock-organization.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { team } from '../contract.ts'
import { presentTeamUser } from './present-team.ts'
import {
  countAdmins,
  deleteEnvironmentAccess,
  deleteMembership,
  findTeamUser,
  listTeamUsers,
} from './team.sql.ts'

type Team = Handlers<typeof team>
type Caller = Pick<MemberContext, 'organization' | 'session'> & { request: RequestFacts }

const teamUser = async (organization: Organization, id: string) => {
  const found = await findTeamUser(organization, id)
  if (!found) throw notFound('user')
  return found
}

export const listUsers: Team['listUsers'] = async ({ organization, query }) => {
  const [total, rows] = await Promise.all([
    countMembers(organization),
    listTeamUsers(organization, query),
  ])
  return { data: rows.map(presentTeamUser), total_row_count: total, ...query }
}

export const retrieveUser: Team['retrieveUser'] = async ({ organization, params }) => ({
  data: presentTeamUser(await teamUser(organization, params.id)),
})

export const updateEnvironments: Team['updateEnvironments'] = ({
  organization,
  session,
  request,
  params,
  body,
}) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const before = await teamUser(tenant, params.id)
    const environmentIds = await ownEnvironments(tenant, body.user.environments)
    await deleteEnvironmentAccess(tenant, before.id)
    await insertEnvironmentAccess(tenant, before.id, environmentIds)
    const after = await teamUser(tenant, before.id)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'user.environments_updated',
      subjectId: before.id,
      subjectName: before.email,
      detail: { from: before.environments, to: environmentIds },
    })
    return { data: presentTeamUser(after) }
  })

/** Access tokens that a person created belong to their environments, so they stay. */
const removeFromOrganization = ({ organization, session, request }: Caller, userId: string) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const user = await teamUser(tenant, userId)
    if (user.organization_admin && (await countAdmins(tenant)) === 1)
      throw invalidField('user_id', 'An organization needs at least one admin.')
    await deleteMembership(tenant, user.id)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'user.removed',
      subjectId: user.id,
      subjectName: user.email,
      detail: { admin: user.organization_admin },
    })
    return undefined
  })

export const removeUser: Team['removeUser'] = async ({ params, body, ...caller }) => {
  if (params.id !== caller.organization.id) throw notFound('organization')
  return removeFromOrganization(caller, body.user_id)
}

export const deleteUser: Team['deleteUser'] = ({ params, ...caller }) =>
  removeFromOrganization(caller, params.id)
