import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { admin, member } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { topicContract } from '@playhead/contract-kit/topic-contract.ts'
import { environmentTypes } from '@playhead/domain/environment.ts'
import { currentEnvironment, Environment } from '@playhead/question-contract/current-environment.ts'

export { Environment }

export const environmentLimits = { nameMax: 120 } as const

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Environment name is required'),
    z.maxLength(environmentLimits.nameMax),
  )

const ListedEnvironment = z.object({
  ...Environment.shape,
  /** Views that are being watched right now; null while the number is unknown. */
  live_views: z.nullable(z.int()),
})

/** What an environment's viewers saw in the last 24 hours. */
const LastDay = z.object({
  environment_id: z.uuid(),
  views: z.int(),
  /** The viewer experience score, 0 to 1; null without a view that has one. */
  score: z.nullable(z.number()),
})

const EnvironmentUser = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_admin: z.boolean(),
})

const url = z.nullable(z.url('URL does not appear to be valid'))

/** Fields that are left out stay as they are. */
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
  lastDay: get('/ui/v1/environments/last-day', {
    access: member,
    summary:
      'Views and score of the last 24 hours of each environment on the same page of the list',
    query: z.object(Page),
    returns: dataOf(z.array(LastDay)),
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
    summary: 'Rename an environment, change its type or address; omitted fields stay unchanged',
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
  ...currentEnvironment,
})

const EnvironmentStatus = z.object({ property_id: z.uuid(), status: Environment.shape.status })

/** How far the environments that the caller may open are on the way to their first view. RTCH-030 */
export const onboardingTopic = topicContract('onboarding:{organization_id}', {
  reply: z.object({ properties: z.array(EnvironmentStatus) }),
  messages: { property_status_change: EnvironmentStatus },
})
