import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { member, scoped, staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { CmcdPlayerReport } from '@playhead/features/data/cmcd/contract'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

export const ledgerSpans = ['1:hours', '24:hours', '7:days'] as const

const rejectionLimits = { default: 20, max: 100 } as const

/** Counts of events; received = stored + duplicate + rejected always holds. */
const counts = {
  received: z.int(),
  stored: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  /** Rejected events by reason, the most frequent first. */
  rejections: z.array(z.object({ reason: z.string(), count: z.int() })),
}

export const LedgerCounts = z.object(counts)

const named = {
  id: z.uuid(),
  name: z.string(),
  organization_id: z.uuid(),
  organization_name: z.string(),
}

const NamedEnvironment = z.object(named)

export const LedgerEnvironment = z.object({
  /** Null when the environment was deleted or never existed. */
  environment: z.nullable(NamedEnvironment),
  /** Null when the events named no environment that was known on arrival. */
  environment_id: z.nullable(z.uuid()),
  ...counts,
})

const rejection = {
  rejected_at: z.iso.datetime(),
  reason: z.string(),
  event: z.nullable(z.string()),
  view_id: z.nullable(z.string()),
  player: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** The first characters of a key that belongs to no environment. */
  environment_key: z.nullable(z.string()),
}

export const Rejection = z.object(rejection)

const CollectorRates = z.object({
  /** Over the last ten seconds. */
  events_per_second: z.number(),
  batches_per_second: z.number(),
  open_views: z.int(),
  held_bytes: z.int(),
  /** The limit for unstored reports and running views. */
  memory_bytes: z.int(),
  waiting_requests: z.int(),
})

const CollectorAddress = z.object({
  /** Host and port, the form that SDKs expect. */
  domain: z.string(),
  /** The URL for reports of media clients, without the key of the environment at its end. */
  cmcd_url: z.string(),
  /** SDKs use https with every host name that does not end in localhost. */
  is_https_missing: z.boolean(),
})

const CollectorStatus = z.object({
  /** Null when the collector runs in another process. */
  rates: z.nullable(CollectorRates),
  ledger: LedgerCounts,
  /** Requests that were closed without a response: their players send them again. */
  shed_requests: z.array(z.object({ reason: z.string(), count: z.int() })),
  address: CollectorAddress,
})

const span = z._default(z.enum(ledgerSpans), '24:hours')
const limit = z._default(
  z.int().check(z.minimum(1), z.maximum(rejectionLimits.max)),
  rejectionLimits.default,
)
const { timeframe } = questionQuery

export const collector = endpoints({
  retrieveStatus: get('/ui/v1/operator/collector', {
    access: staff,
    summary: 'The state of the collector, and the outcome of everything it received',
    query: z.object({ timeframe: span }),
    returns: dataOf(CollectorStatus),
  }),
  listLedger: get('/ui/v1/operator/collector/ledger', {
    access: staff,
    summary: 'The outcome of the events of each environment',
    query: z.object({ ...Page, timeframe: span }),
    returns: pageOf(LedgerEnvironment),
  }),
  listRejections: get('/ui/v1/operator/collector/rejections', {
    access: staff,
    summary: 'Examples of what was rejected, the newest first',
    query: z.object({ timeframe: span, limit }),
    returns: dataOf(z.array(z.object({ ...rejection, environment: z.nullable(NamedEnvironment) }))),
  }),
  listEnvironments: get('/ui/v1/operator/collector/environments', {
    access: staff,
    summary: 'Every environment on this server, with the key that its players send',
    query: z.object({ ...Page, query: z.optional(z.string()) }),
    returns: pageOf(z.object({ ...named, key: z.string() })),
  }),
  readConformance: get('/ui/v1/operator/collector/environments/:id/cmcd', {
    access: staff,
    summary: 'How the players of an environment that report by CMCD keep to the standard',
    params: z.object({ id: ref('environment') }),
    returns: dataOf(z.array(CmcdPlayerReport)),
  }),
  retrieveAddress: get('/ui/v1/collector/address', {
    access: member,
    summary: 'The addresses that players report to',
    returns: dataOf(CollectorAddress),
  }),
  readLedger: get('/data/v1/collector/ledger', {
    access: scoped('data:read'),
    summary: 'The outcome of every event that the environment received',
    query: z.object({ timeframe }),
    returns: z.object({
      data: LedgerCounts,
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
  listOwnRejections: get('/data/v1/collector/rejections', {
    access: scoped('data:read'),
    summary: 'Examples of what was rejected in the last 7 days, the newest first',
    query: z.object({ limit }),
    returns: dataOf(z.array(z.object(rejection))),
  }),
})
