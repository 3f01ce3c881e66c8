import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { signedIn, staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { topicContract } from '@playhead/contract-kit/topic-contract.ts'
import { planNames } from '@playhead/domain/plans.ts'
import { staffNoticeTypes } from '@playhead/features/account/memberships/contract'

const FlagValues = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]))

export const OperatedOrganization = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: z.enum(planNames),
  /** Values that the operator set on top of the plan. */
  overrides: FlagValues,
  features: FlagValues,
  account_notifications: z.array(
    z.object({ type: z.enum(staffNoticeTypes), message: z.optional(z.string()) }),
  ),
  marketplace_type: z.nullable(z.string()),
  user_count: z.int(),
  environment_count: z.int(),
  /** When set, the organization is read-only. */
  cancelled_at: z.optional(z.nullable(z.iso.datetime())),
  created_at: z.iso.datetime(),
})

const OutboxMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  created_at: z.iso.datetime(),
})

export const operator = endpoints({
  listOrganizations: get('/ui/v1/operator/organizations', {
    access: staff,
    summary: 'Every organization on this server',
    query: z.object({ ...Page, query: z.optional(z.string()) }),
    returns: pageOf(OperatedOrganization),
  }),
  updateOrganization: put('/ui/v1/operator/organizations/:id', {
    access: staff,
    summary: 'Set plan, feature overrides and notices of an organization',
    params: z.object({ id: ref('organization') }),
    body: z.object({
      organization: z.object({
        plan: z.optional(z.enum(planNames)),
        overrides: z.optional(FlagValues),
        account_notifications: z.optional(
          z.array(z.object({ type: z.enum(staffNoticeTypes), message: z.optional(z.string()) })),
        ),
        marketplace_type: z.optional(z.nullable(z.string())),
        /** False reverts a cancellation. */
        cancelled: z.optional(z.boolean()),
      }),
    }),
    returns: dataOf(OperatedOrganization),
  }),
  masquerade: post('/ui/v1/masquerade', {
    access: staff,
    summary: 'See an organization as its admin does; every change is marked in the audit trail',
    body: z.object({ masquerade: z.object({ organization_id: ref('organization') }) }),
    returns: nothing,
  }),
  endMasquerade: del('/ui/v1/masquerade', {
    access: signedIn,
    summary: 'Return to your own organizations',
    returns: nothing,
  }),
  listMail: get('/ui/v1/operator/mail', {
    access: staff,
    summary: 'Mail that was kept in the outbox because no mail server is configured',
    query: z.object(Page),
    returns: pageOf(OutboxMail),
  }),
  setReadOnly: put('/ui/v1/operator/read-only', {
    access: staff,
    summary: 'Switch the read-only mode of the whole API on or off',
    body: z.object({ read_only: z.boolean() }),
    returns: dataOf(z.object({ read_only: z.boolean() })),
  }),
})

/** What concerns every open page. RTCH-031 */
export const systemTopic = topicContract('system', {
  /** The build that the page was loaded from. */
  params: z.object({ build: z.string() }),
  reply: z.object({ build: z.string(), read_only: z.boolean() }),
  messages: {
    build_refresh: z.object({ build: z.string() }),
    read_only: z.object({ read_only: z.boolean() }),
    /** A planned stop: come back after this time, so that not all do at once. The socket itself reads it. */
    reconnect_after: z.object({ ms: z.int() }),
  },
})
