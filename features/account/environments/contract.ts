import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { admin, member } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { environmentTypes } from '@playhead/domain/environment.ts'

export const environmentLimits = { nameMax: 120 } as const

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Environment name is required'),
    z.maxLength(environmentLimits.nameMax),
  )

/** ACCT-036 */
const environment = {
  id: z.uuid(),
  name: z.string(),
  type: z.enum(environmentTypes),
  organization_id: z.uuid(),
  url: z.nullable(z.string()),
  status: z.enum(['waiting', 'views_processing', 'integrated']),
  /** What players send to name their environment. */
  key: z.string(),
  created_at: z.iso.datetime(),
}

export const Environment = z.object(environment)

export const ListedEnvironment = z.object({
  ...environment,
  /** Views that are being watched right now; null while nobody can tell. */
  live_views: z.nullable(z.int()),
})

export const EnvironmentUser = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_admin: z.boolean(),
})

const url = z.nullable(z.url('URL does not appear to be valid'))

/** Only what is given changes. */
const EnvironmentChange = z.object({
  environment: z.object({
    name: z.optional(name),
    type: z.optional(z.enum(environmentTypes)),
    url: z.optional(url),
  }),
})

export const environments = endpoints({
  list: get('/ui/v1/environments', {
    access: member,
    summary: 'The environments of the organization which the caller may open',
    query: z.object(Page),
    returns: pageOf(ListedEnvironment),
  }),
  create: post('/ui/v1/environments', {
    access: admin,
    summary: 'Create an environment',
    body: z.object({
      environment: z.object({ name, type: z.enum(environmentTypes), url: z.optional(url) }),
    }),
    returns: dataOf(Environment),
    status: 201,
  }),
  retrieve: get('/ui/v1/environments/:id', {
    access: member,
    summary: 'One environment',
    params: z.object({ id: ref('environment') }),
    returns: dataOf(Environment),
  }),
  update: put('/ui/v1/environments/:id', {
    access: admin,
    summary: 'Rename an environment, change its type or address; what is left out stays',
    params: z.object({ id: ref('environment') }),
    body: EnvironmentChange,
    returns: dataOf(Environment),
  }),
  change: patch('/ui/v1/environments/:id', {
    access: admin,
    summary: 'Change an environment; the same as PUT',
    params: z.object({ id: ref('environment') }),
    body: EnvironmentChange,
    returns: dataOf(Environment),
  }),
  remove: del('/ui/v1/environments/:id', {
    access: admin,
    summary: 'Delete an environment and everything that belongs to it; its name confirms',
    params: z.object({ id: ref('environment') }),
    query: z.object({ name: z.string() }),
    returns: nothing,
  }),
  listUsers: get('/ui/v1/environments/:id/users', {
    access: member,
    summary: 'Who may open an environment',
    params: z.object({ id: ref('environment') }),
    query: z.object(Page),
    returns: pageOf(EnvironmentUser),
  }),
  current: get('/ui/v1/environment', {
    access: member,
    summary: 'The environment named by X-Environment-Id',
    returns: dataOf(Environment),
  }),
})
