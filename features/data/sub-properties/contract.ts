import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'

export const subPropertyLimits = { rowsMax: 1000 } as const

const SubProperty = z.object({
  id: z.string(),
  name: z.string(),
  /** Null when no stored view has it, for example when only an annotation names it. */
  last_seen_at: z.nullable(z.iso.datetime()),
})

/** METR-063, METR-093 */
export const subProperties = endpoints({
  list: get('/ui/v1/sub-properties', {
    access: scoped('data:read'),
    summary: 'The sub-properties that views or annotations of the environment carry, by name',
    query: z.object({
      /** Case-insensitive part of the name. */
      query: z.optional(z.string().check(z.maxLength(255))),
    }),
    returns: z.object({ data: z.array(SubProperty), total_row_count: z.int() }),
  }),
})
