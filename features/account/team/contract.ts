import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { emailAddress } from '@playhead/contract-kit/email-address.ts'
import { admin, signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

/** ACCT-007; environments: the ids this person may open. Admins may open all. */
export const TeamUser = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_admin: z.boolean(),
  environments: z.array(z.uuid()),
  last_seen_at: z.nullable(z.iso.datetime()),
})

/** ACCT-021 */
export const Invite = z.object({
  id: z.uuid(),
  email: z.string(),
  type: z.nullable(z.string()),
  plan: z.nullable(z.string()),
  admin: z.boolean(),
  environments: z.array(z.uuid()),
  redirect_url: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})

export const inviteLimits = { daysOpen: 14 } as const

const redirectUrl = z.nullable(z.string().check(z.maxLength(500)))

/** Whom an invite is for stays: the link was mailed there. */
const inviteFields = {
  admin: z._default(z.boolean(), false),
  environments: z._default(z.array(ref('environment')), []),
  redirect_url: z._default(redirectUrl, null),
}

/** Only what is given changes. */
const inviteChanges = {
  admin: z.optional(z.boolean()),
  environments: z.optional(z.array(ref('environment'))),
  redirect_url: z.optional(redirectUrl),
}

const inviteParams = z.object({ id: ref('invite') })
const userParams = z.object({ id: ref('user') })

export const team = endpoints({
  listUsers: get('/ui/v1/users', {
    access: admin,
    summary: 'The people of the organization',
    query: z.object(Page),
    returns: pageOf(TeamUser),
  }),
  retrieveUser: get('/ui/v1/users/:id', {
    access: admin,
    summary: 'One of the people of the organization',
    params: userParams,
    returns: dataOf(TeamUser),
  }),
  deleteUser: del('/ui/v1/users/:id', {
    access: admin,
    summary: 'Remove a person from the organization; the account stays',
    params: userParams,
    returns: nothing,
  }),
  updateEnvironments: put('/ui/v1/users/:id/environments', {
    access: admin,
    summary: 'Set which environments a person may open',
    params: userParams,
    body: z.object({ user: z.object({ environments: z.array(ref('environment')) }) }),
    returns: dataOf(TeamUser),
  }),
  removeUser: post('/ui/v1/organizations/:id/remove-user', {
    access: admin,
    summary: 'Remove a person from the organization',
    params: z.object({ id: ref('organization') }),
    body: z.object({ user_id: ref('user') }),
    returns: nothing,
  }),
  listInvites: get('/ui/v1/invites', {
    access: admin,
    summary: 'Open invites; with an email only the one for that address',
    query: z.object({ ...Page, email: z.optional(z.string()) }),
    returns: pageOf(Invite),
  }),
  createInvite: post('/ui/v1/invites', {
    access: admin,
    summary: 'Invite somebody by mail',
    body: z.object({ invite: z.object({ email: emailAddress, ...inviteFields }) }),
    returns: dataOf(Invite),
    status: 201,
  }),
  updateInvite: put('/ui/v1/invites', {
    access: admin,
    summary: 'Change the open invite for an address; what is left out stays',
    body: z.object({ invite: z.object({ email: emailAddress, ...inviteChanges }) }),
    returns: dataOf(Invite),
  }),
  removeInvite: del('/ui/v1/invites', {
    access: admin,
    summary: 'Withdraw the invite for an address',
    query: z.object({ email: emailAddress }),
    returns: nothing,
  }),
  retrieveInvite: get('/ui/v1/invites/:id', {
    access: admin,
    summary: 'One open invite',
    params: inviteParams,
    returns: dataOf(Invite),
  }),
  replaceInvite: put('/ui/v1/invites/:id', {
    access: admin,
    summary: 'Replace what an open invite gives; what is left out is as in a new one',
    params: inviteParams,
    body: z.object({ invite: z.object(inviteFields) }),
    returns: dataOf(Invite),
  }),
  changeInvite: patch('/ui/v1/invites/:id', {
    access: admin,
    summary: 'Change what an open invite gives; what is left out stays',
    params: inviteParams,
    body: z.object({ invite: z.object(inviteChanges) }),
    returns: dataOf(Invite),
  }),
  deleteInvite: del('/ui/v1/invites/:id', {
    access: admin,
    summary: 'Withdraw an invite',
    params: inviteParams,
    returns: nothing,
  }),
  acceptInvite: post('/ui/v1/invites/:id/accept-organization-invite', {
    access: signedIn,
    summary: 'Join the organization that sent the invite',
    params: inviteParams,
    returns: dataOf(z.object({ organization_id: z.uuid() })),
  }),
})
