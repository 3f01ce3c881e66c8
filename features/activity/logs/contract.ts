import { z } from 'zod/mini'
import { endpoints, get, put } from '@playhead/contract-kit/define.ts'
import { admin, scopedToAny } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { RequestLog, timeframe } from '@playhead/features/activity/events/contract'

/** With bodies, from which secrets are left out; null where there was none. A cut one ends with an ellipsis. */
export const RequestLogDetail = z.object({
  ...RequestLog.shape,
  data: z.object({
    ...RequestLog.shape.data.shape,
    request_body: z.nullable(z.string()),
    response_body: z.nullable(z.string()),
    /** The network of the caller's address. */
    network: z.string(),
    user_agent: z.string(),
  }),
})

const facet = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }))

export const logsMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const texts = (shape: RegExp, message: string) =>
  z.optional(z.array(z.string().check(z.regex(shape, message))).check(z.maxLength(20)))

const id = z.optional(z.string().check(z.maxLength(200)))

const filters = {
  /** `2xx`, `4xx` … or a status such as `404`. */
  status: texts(/^[1-5](xx|\d\d)$/, 'status: use 4xx or a status such as 404'),
  method: z.optional(z.array(z.enum(logsMethods)).check(z.maxLength(5))),
  route: z.optional(z.string().check(z.maxLength(300))),
  caller_id: id,
  object_id: id,
  request_id: id,
  /** The id of a call, of its request or of its object. */
  q: id,
  timeframe,
}

/** Every call is logged for at most this long. */
export const everyCallHoursMax = 24

const LogSettings = z.object({
  /** Whether request and answer are kept. */
  bodies: z.boolean(),
  /** Until then every call is logged, reading too; null while only changes and failed reads are. */
  every_call_until: z.nullable(z.iso.datetime()),
})

export const logs = endpoints({
  list: get('/ui/v1/logs', {
    access: scopedToAny,
    summary:
      'Calls of the last 30 days that changed something or tried to, and failed reads, newest first',
    query: z.object({
      ...Page,
      ...filters,
      /** Without them the answer costs less: their lists are empty. */
      facets: z._default(z.boolean(), true),
    }),
    returns: z.object({
      ...pageOf(RequestLog).shape,
      /** How many of the calls that pass the filters have each value. */
      facets: z.object({ status: facet, method: facet, route: facet, caller: facet }),
    }),
  }),
  summary: get('/ui/v1/logs/summary', {
    access: scopedToAny,
    summary: 'The calls of the last 24 hours by hour, and who was refused most often',
    returns: dataOf(
      z.object({
        hours: z.array(
          z.object({
            at: z.iso.datetime(),
            succeeded: z.int(),
            refused: z.int(),
            failed: z.int(),
          }),
        ),
        /** The most frequent refusals: each caller, status and reason once. */
        refusals: z.array(
          z.object({
            caller: z.object({ id: z.uuid(), name: z.string() }),
            status: z.int(),
            message: z.string(),
            count: z.int(),
          }),
        ),
      }),
    ),
  }),
  settings: get('/ui/v1/environments/:id/log-settings', {
    access: admin,
    summary: 'What the API log keeps of an environment',
    params: z.object({ id: ref('environment') }),
    returns: dataOf(LogSettings),
  }),
  changeSettings: put('/ui/v1/environments/:id/log-settings', {
    access: admin,
    summary: 'Log every call for up to 24 hours, or keep no bodies; omitted fields stay unchanged',
    params: z.object({ id: ref('environment') }),
    body: z.object({
      log_settings: z.object({
        bodies: z.optional(LogSettings.shape.bodies),
        every_call_until: z.optional(LogSettings.shape.every_call_until),
      }),
    }),
    returns: dataOf(LogSettings),
  }),
  retrieve: get('/ui/v1/logs/:id', {
    access: scopedToAny,
    summary: 'One call with its request and response, without secrets',
    params: z.object({ id: z.string() }),
    returns: dataOf(RequestLogDetail),
  }),
})
