import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { emailAddress } from '@playhead/contract-kit/email-address.ts'
import { admin, signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

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

/** The address of an invite cannot change, because the link was mailed to it. */
const inviteFields = {
  admin: z._default(z.boolean(), false),
  environments: z._default(z.array(ref('environment')), []),
  redirect_url: z._default(redirectUrl, null),
}

/** Fields that are left out stay as they are. */
const inviteChanges = {
  admin: z.optional(z.boolean()),
  environments: z.optional(z.array(ref('environment'))),
  redirect_url: z.optional(redirectUrl),
}

const params = z.object({ id: ref('invite') })
export const invites = endpoints({
  listInvites: get('/ui/v1/invites', {
    access: admin,
    summary: 'Open invites; with an email only the one for that address',
    query: z.object({ ...Page, email: z.optional(z.string()) }),
    returns: pageOf(Invite),
  }),
  createInvite: post('/ui/v1/invites', {
    access: admin,
    summary: 'Invite a person by mail',
    body: z.object({ invite: z.object({ email: emailAddress, ...inviteFields }) }),
    returns: dataOf(Invite),
    status: 201,
  }),
  updateInvite: put('/ui/v1/invites', {
    access: admin,
    summary: 'Change the open invite for an address; omitted fields stay unchanged',
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
    params,
    returns: dataOf(Invite),
  }),
  replaceInvite: put('/ui/v1/invites/:id', {
    access: admin,
    summary: 'Replace the settings of an open invite; omitted fields get their defaults',
    params,
    body: z.object({ invite: z.object(inviteFields) }),
    returns: dataOf(Invite),
  }),
  changeInvite: patch('/ui/v1/invites/:id', {
    access: admin,
    summary: 'Change an open invite; omitted fields stay unchanged',
    params,
    body: z.object({ invite: z.object(inviteChanges) }),
    returns: dataOf(Invite),
  }),
  deleteInvite: del('/ui/v1/invites/:id', {
    access: admin,
    summary: 'Withdraw an invite',
    params,
    returns: nothing,
  }),
  acceptInvite: post('/ui/v1/invites/:id/accept-organization-invite', {
    access: signedIn,
    summary: 'Join the organization that sent the invite',
    params,
    returns: dataOf(z.object({ organization_id: z.uuid() })),
  }),
})
