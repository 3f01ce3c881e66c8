import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { admin } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

/** ACCT-007; environments: the ids that this person may open. Admins may open all. */
export const TeamUser = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_admin: z.boolean(),
  environments: z.array(z.uuid()),
  last_seen_at: z.nullable(z.iso.datetime()),
})

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
})
