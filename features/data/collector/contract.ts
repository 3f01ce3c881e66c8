import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped, staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { Timeframe } from '@playhead/features/data/filters/contract'

export const collectorLimits = { rejections: 50, environments: 200 } as const

export const ledgerOutcomes = ['stored', 'duplicate', 'rejected', 'shed'] as const

/** received = stored + duplicate + rejected; shed counts requests, whose players send again. */
const totals = {
  received: z.int(),
  stored: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  shed_requests: z.int(),
  reasons: z.array(
    z.object({ outcome: z.enum(ledgerOutcomes), reason: z.string(), count: z.int() }),
  ),
}

const Rejection = z.object({
  rejected_at: z.iso.datetime(),
  reason: z.string(),
  event: z.string(),
  view_id: z.string(),
  player: z.string(),
  user_agent: z.string(),
})

const hours = z._default(z.int().check(z.minimum(1), z.maximum(2400)), 24)

export const collector = endpoints({
  ledger: get('/data/v1/collector/ledger', {
    access: scoped('data:read'),
    summary: 'What became of every event that the environment received',
    query: z.object({ hours }),
    returns: z.object({ data: z.object(totals), timeframe: Timeframe }),
  }),
  rejections: get('/data/v1/collector/rejections', {
    access: scoped('data:read'),
    summary: 'Examples of events that were refused, with the reason, newest first',
    returns: dataOf(z.array(Rejection)),
  }),
  overview: get('/ui/v1/operator/collector', {
    access: staff,
    summary: 'What became of every event that this server received, by environment',
    query: z.object({ hours }),
    returns: z.object({
      data: z.object({
        ...totals,
        events_per_second: z.number(),
        environments: z.array(
          z.object({
            /** Null for events of which no environment is known. */
            id: z.nullable(z.uuid()),
            name: z.nullable(z.string()),
            organization_name: z.nullable(z.string()),
            key: z.nullable(z.string()),
            events_per_second: z.number(),
            last_received_at: z.nullable(z.iso.datetime()),
            ...totals,
          }),
        ),
        latest_rejections: z.array(
          z.object({
            ...Rejection.shape,
            environment_id: z.nullable(z.uuid()),
            environment_name: z.nullable(z.string()),
            /** The first characters of a key that no environment has. */
            environment_key: z.string(),
          }),
        ),
        /** Where players send, for the snippets. */
        address: z.string(),
      }),
      timeframe: Timeframe,
    }),
  }),
})
