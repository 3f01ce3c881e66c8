import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

const cmcdFormats = ['dash', 'hls', 'smooth', 'other'] as const
const keyVerdicts = ['present', 'missing', 'malformed', 'unknown'] as const

/** How often a key of the standard was reported, was malformed, or was missing where it is required. */
export const CmcdKeyReport = z.object({
  key: z.string(),
  /** Every report must hold it, or the reports of the named events. */
  is_required: z.boolean(),
  verdict: z.enum(keyVerdicts),
  present_count: z.int(),
  malformed_count: z.int(),
  missing_count: z.int(),
})

export const CmcdPlayerReport = z.object({
  /** The player named in the URL of the reports; null when the URL names none. */
  player: z.nullable(z.string()),
  player_version: z.nullable(z.string()),
  streaming_formats: z.array(z.enum(cmcdFormats)),
  report_count: z.int(),
  events: z.array(z.object({ event: z.string(), count: z.int() })),
  keys: z.array(CmcdKeyReport),
})

export const cmcd = endpoints({
  conformance: get('/data/v1/cmcd/conformance', {
    access: scoped('data:read'),
    summary: 'How players that report by CMCD keep to the standard, over the last 30 days',
    returns: dataOf(z.array(CmcdPlayerReport)),
  }),
})
