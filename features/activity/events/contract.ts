import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'

/** What happened, in the form that webhooks send and live screens read. */
export const Event = z.object({
  id: z.uuid(),
  type: z.string(),
  created_at: z.iso.datetime(),
  object: z.object({ type: z.string(), id: z.string() }),
  environment: z.object({ id: z.uuid(), name: z.string() }),
  /** The object as it was at that moment; times are in whole seconds. */
  data: z.record(z.string(), z.unknown()),
})

/** A call that changed something, or tried to. */
export const RequestLog = z.object({
  id: z.uuid(),
  type: z.string(),
  created_at: z.iso.datetime(),
  object: z.optional(z.object({ type: z.string(), id: z.string() })),
  environment: z.object({ id: z.uuid(), name: z.string() }),
  data: z.object({
    method: z.string(),
    path: z.string(),
    status: z.int(),
    request_id: z.uuid(),
    duration_ms: z.int(),
    caller: z.object({
      kind: z.enum(['token', 'user']),
      id: z.optional(z.uuid()),
      name: z.optional(z.string()),
    }),
    error: z.optional(z.record(z.string(), z.unknown())),
  }),
})

/** Lists of one object show the ten newest. ACTV-008, ASST-012 */
export const perObjectMax = 10

const feedLimits = { defaultLimit: 100, maxLimit: 500 } as const

export const events = endpoints({
  feed: get('/ui/v1/events', {
    access: scoped('video:read'),
    summary:
      'What happened after a place in the order of events; without one, only the newest place',
    query: z.object({
      after: z.optional(z.string().check(z.regex(/^[\da-f.:,-]+$/, 'after: not a place'))),
      types: z.optional(z.array(z.string())),
      limit: z._default(
        z.int().check(z.minimum(1), z.maximum(feedLimits.maxLimit)),
        feedLimits.defaultLimit,
      ),
    }),
    returns: z.object({
      data: z.array(Event),
      /** Pass it to the next request. */
      next: z.string(),
      /** True for a reader who was away too long: the events since then are left out, so reload your lists. */
      gap: z.boolean(),
    }),
  }),
})
