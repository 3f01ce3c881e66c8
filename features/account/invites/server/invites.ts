import { forbidden, notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { ownEnvironments } from '@playhead/server-kit/identity/own-environments.ts'
import { lockOrganization } from '@playhead/server-kit/lock-organization.sql.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/read-only.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { invites } from '../contract.ts'
import { acceptInviteFor } from './accept-invite.ts'
import {
  countInvites,
  deleteInvite,
  findInvite,
  type InviteName,
  listInvites as list,
  lockInvite,
  updateInvite as update,
} from './invites.sql.ts'
import { presentInvite } from './present-invite.ts'
import { ownRedirectUrl } from './redirect-url.ts'

type Invites = Handlers<typeof invites>
type Caller = Pick<MemberContext, 'organization' | 'session'> & { app: App; request: RequestFacts }

const openInvite = async (organization: Organization, now: Date, name: InviteName) => {
  await lockOrganization(organization)
  const found = await lockInvite(organization, now, name)
  if (!found) throw notFound('invite')
  return found
}

export const listInvites: Invites['listInvites'] = async ({ app, organization, query }) => {
  const { email = null, page, limit } = query
  const now = app.clock.now()
  const [total, rows] = await Promise.all([
    countInvites(organization, now, email?.trim() ?? null),
    list(organization, now, email?.trim() ?? null, { page, limit }),
  ])
  return { data: rows.map(presentInvite), total_row_count: total, page, limit }
}

export const retrieveInvite: Invites['retrieveInvite'] = async ({ app, organization, params }) => {
  const found = await findInvite(organization, app.clock.now(), params.id)
  if (!found) throw notFound('invite')
  return { data: presentInvite(found) }
}

type InviteChanges = Parameters<Invites['changeInvite']>[0]['body']['invite']

const change = (
  { app, organization, session, request }: Caller,
  name: InviteName,
  { admin, environments, redirect_url: redirectUrl }: InviteChanges,
) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const before = await openInvite(tenant, app.clock.now(), name)
    const invite = await update(tenant, before.id, {
      admin: admin ?? before.admin,
      environmentIds: environments
        ? await ownEnvironments(tenant, environments)
        : before.environment_ids,
      redirectUrl:
        redirectUrl === undefined
          ? before.redirect_url
          : ownRedirectUrl(redirectUrl, app.settings.publicUrl),
    })
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'invite.updated',
      subjectId: invite.id,
      subjectName: invite.email,
      detail: { admin: invite.admin, environments: invite.environment_ids },
    })
    return { data: presentInvite(invite) }
  })

export const updateInvite: Invites['updateInvite'] = ({ body: { invite }, ...caller }) =>
  change(caller, { email: invite.email }, invite)

/** The contract has already filled in the defaults of fields that PUT leaves out. */
export const changeInvite: Invites['changeInvite'] = ({ params, body, ...caller }) =>
  change(caller, { id: params.id }, body.invite)

const withdraw = ({ app, organization, session, request }: Caller, name: InviteName) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const invite = await openInvite(tenant, app.clock.now(), name)
    await deleteInvite(tenant, invite.id)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'invite.deleted',
      subjectId: invite.id,
      subjectName: invite.email,
    })
    return undefined
  })

export const removeInvite: Invites['removeInvite'] = ({ query, ...caller }) =>
  withdraw(caller, query)

export const removeInviteById: Invites['deleteInvite'] = ({ params, ...caller }) =>
  withdraw(caller, params)

/** An organization's provider vouches only for its own people; to join another organization they need another way to sign in. */
export const acceptInvite: Invites['acceptInvite'] = async ({ app, session, request, params }) => {
  await refuseWhileReadOnly(app)
  const { organizationId } = await app.postgres.transaction(async (transaction) => {
    const accepted = await acceptInviteFor(transaction, {
      inviteId: params.id,
      userId: session.user_id,
      email: session.email,
      now: app.clock.now(),
      actor: actorOf(session, request),
    })
    if (session.method === 'sso' && session.sso_organization_id !== accepted.organizationId)
      throw forbidden('Sign in without single sign-on to join another organization.')
    return accepted
  })
  return { data: { organization_id: organizationId } }
}
