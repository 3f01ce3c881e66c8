import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { viewsSource } from '../source/condition.sql.ts'

/** views_sample holds one view in so many. */
export const storedSampleOf = 16

interface SampledViews {
  /** For FROM. */
  source: SqlFragment
  /** For WHERE, besides the conditions of the question. */
  conditions: SqlFragment[]
}

/**
 * One view in `sampleOf`, by a hash of its id. Samples from one in sixteen on lie together in a table, so they cost as
 * much as they have rows. Larger samples read the hash of every view.
 */
export const sampledViews = (sampleOf: number): SampledViews => {
  if (sampleOf <= 1) return { source: viewsSource, conditions: [] }
  if (sampleOf < storedSampleOf)
    return {
      source: viewsSource,
      conditions: [sql`sipHash64(view_id) % ${uint(sampleOf)} = 0`],
    }
  const below = Math.ceil((2 ** 32 * storedSampleOf) / sampleOf)
  return { source: sql`views_sample FINAL`, conditions: [sql`hash < ${uint(below)}`] }
}
