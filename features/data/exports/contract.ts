import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { anyone, scoped } from '@playhead/contract-kit/endpoint.ts'
import { Timeframe } from '@playhead/question-contract/question-query.ts'

export const exportLimits = {
  /** For how many days a file can be downloaded. */
  keptDays: 7,
  /** Must change whenever the columns change. */
  version: 1,
} as const

export const exports = endpoints({
  listViews: get('/data/v1/exports/views', {
    access: scoped('data:read'),
    summary:
      'The daily files with all views of the environment; the first call starts writing them',
    returns: z.object({
      data: z.array(
        z.object({
          export_date: z.string(),
          files: z.array(z.object({ path: z.string(), type: z.string(), version: z.int() })),
        }),
      ),
      timeframe: Timeframe,
      total_row_count: z.int(),
    }),
  }),
  download: get('/data/v1/exports/views/:file', {
    access: anyone('The address is signed for one file of one environment, and expires.'),
    summary: 'One daily file, by a link from the list',
    params: z.object({ file: z.string() }),
    query: z.object({ token: z.string() }),
    returns: z.unknown(),
    file: 'application/gzip',
  }),
})
