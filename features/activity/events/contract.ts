import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { topicContract } from '@playhead/contract-kit/topic-contract.ts'

const eventFields = {
  id: z.uuid(),
  type: z.string(),
  created_at: z.iso.datetime(),
  object: z.object({ type: z.string(), id: z.string() }),
  environment: z.object({ id: z.uuid(), name: z.string() }),
  /** The object as it was at that moment; times are in whole seconds. */
  data: z.record(z.string(), z.unknown()),
}

/** What happened, in the form that webhooks send and live screens read. ACTV-004 */
export const Event = z.object(eventFields)

/** A call that changed something or tried to, or a failed read of a program. ACTV-004 */
export const RequestLog = z.object({
  id: z.uuid(),
  type: z.string(),
  created_at: z.iso.datetime(),
  object: z.optional(z.object({ type: z.string(), id: z.string() })),
  environment: z.object({ id: z.uuid(), name: z.string() }),
  data: z.object({
    method: z.string(),
    path: z.string(),
    /** The path with the names of its parameters. */
    route: z.string(),
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

/** How many webhooks the event was delivered to, waits for, or could not be delivered to. */
const DeliveryCounts = z.object({ delivered: z.int(), pending: z.int(), failed: z.int() })

export const ListedEvent = z.object({ ...eventFields, delivery: DeliveryCounts })

/** Lists of one object show the ten newest. ACTV-008, ASST-012 */
export const perObjectMax = 10

const feedLimits = { defaultLimit: 100, maxLimit: 500 } as const

/** Events and calls are kept for this long. */
export const activityDays = 30

/** Lists count exactly up to here and are paged no further. */
export const listedMax = 10_000

/** `24:hours`, or a start and an end as epoch seconds; without one, everything that is kept. */
export const timeframe = z.optional(z.array(z.string()).check(z.maxLength(2)))

const after = z.optional(
  z.string().check(z.regex(/^[\da-f.:,-]+$/, 'after: not a position in the feed')),
)
const types = z.optional(z.array(z.string()).check(z.maxLength(100)))

export const events = endpoints({
  feed: get('/ui/v1/events/feed', {
    access: scoped('video:read'),
    summary: 'Events after a position in the feed; without one, only the newest position',
    query: z.object({
      after,
      types,
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
  list: get('/ui/v1/events', {
    access: scoped('video:read'),
    summary: 'What happened in the environment in the last 30 days, newest first',
    query: z.object({
      ...Page,
      /** `video.asset.*` stands for all types that begin so, `*.errored` for all that end so. */
      types,
      object_id: z.optional(z.string().check(z.maxLength(200))),
      /** The id of an event or of its object. */
      q: z.optional(z.string().check(z.maxLength(200))),
      request_id: z.optional(z.string().check(z.maxLength(64))),
      timeframe,
      /** Deprecated: the place of a reader of the feed, which is answered as the feed. Use `/ui/v1/events/feed`. */
      after,
    }),
    returns: z.object({
      data: z.array(ListedEvent),
      /** Exact up to 10,000; 10,001 stands for more. */
      total_row_count: z.int(),
      page: z.int(),
      limit: z.int(),
      /** Only with `after`, as in the feed. */
      next: z.optional(z.string()),
      gap: z.optional(z.boolean()),
    }),
  }),
  retrieve: get('/ui/v1/events/:id', {
    access: scoped('video:read'),
    summary: 'One event',
    params: z.object({ id: ref('event') }),
    returns: dataOf(
      z.object({ ...eventFields, delivery: DeliveryCounts, request_id: z.optional(z.uuid()) }),
    ),
  }),
})

const activityItems = z.array(z.enum(['new_event', 'new_log']))

/**
 * Places are those of the feed: a client sends the newest one that it knows with its next join. Calls have none: read
 * the newest ones after each join. ACTV-005, RTCH-029
 */
export const activityTopic = topicContract('activity:{organization_id}', {
  params: z.object({
    after: z.optional(z.string()),
    /** The messages to send; both, if it is left out. */
    watch: z.optional(activityItems),
  }),
  reply: z.object({ place: z.string(), gap: z.boolean(), events: z.array(Event) }),
  messages: {
    new_event: z.object({ ...Event.shape, place: z.string() }),
    new_log: RequestLog,
    /** Items since then are left out, because the client reads too slowly or too many came: reload your lists. */
    gap: z.object({
      since: z.iso.datetime(),
      /** Which lists; both, if it is left out. */
      of: z.optional(z.enum(['new_event', 'new_log'])),
    }),
  },
  pushes: {
    /** From now on only these messages are sent. */
    watch: { sends: z.object({ items: activityItems }), returns: z.object({}) },
  },
})
