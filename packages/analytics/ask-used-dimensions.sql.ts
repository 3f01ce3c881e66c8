import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import type { Question } from './question/question-shape.ts'
import type { Tenant } from './question/tenant.ts'
import { fieldOf } from './source/condition.sql.ts'
import { settingsOfDimensions, sourceOf } from './source/source.sql.ts'

const Places = z.object({ places: z.array(z.number()) })
const Flags = z.object({ used: z.array(z.number()) })

export const usedDimensionRules = {
  /** The first views to read: most dimensions with values have one among them. Tests read fewer. */
  glance: 2_000,
}

/** The dimensions that have a value in any of the views, in the given order. The rollup is not read: all of its have. */
export const askUsedDimensions = async (
  tenant: Tenant,
  question: Question,
  ids: readonly DimensionId[],
): Promise<DimensionId[]> => {
  if (question.timeframe.isHistorical) return [...ids]
  const seen = new Set(await glanceUsedDimensions(tenant, question, ids))
  const left = ids.filter((id) => !seen.has(id))
  const { rows } = sourceOf(tenant, question, 'view_end')
  const others = left.length > 0 ? await seenInAll(tenant, question, left, rows) : new Set()
  return ids.filter((id) => seen.has(id) || others.has(id))
}

/**
 * Those of them that have a value in the first views. One function for all dimensions: the engine takes longer to plan one for each
 * than to read so few views.
 */
export const glanceUsedDimensions = async (
  tenant: Tenant,
  question: Question,
  ids: readonly DimensionId[],
): Promise<DimensionId[]> => {
  if (question.timeframe.isHistorical) return [...ids]
  const { rows } = sourceOf(tenant, question, 'view_end')
  const columns = new Set(ids.map((id) => dimensions[id].column))
  const some = sql`FROM (SELECT ${sql.join([...columns].map((name) => sql.identifier(name)))} ${rows} LIMIT ${uint(usedDimensionRules.glance)})`
  const fields = sql`CAST([${sql.join(ids.map(fieldOf))}], 'Array(Nullable(String))')`
  // An empty list is written as brackets.
  const query = sql`SELECT groupUniqArrayArray(arrayFilter((place, field) -> ifNull(field, '') NOT IN ('', '[]'), range(${uint(ids.length)}), ${fields})) AS places
    ${some} ${settingsOfDimensions}`
  const [row] = await cachedRows(tenant, Places, query, question)
  return (row?.places ?? []).toSorted((a, b) => a - b).map((place) => ids[place]!)
}

/** Of many views, one function for each dimension is faster: it needs no texts. */
async function seenInAll(
  tenant: Tenant,
  question: Question,
  ids: readonly DimensionId[],
  rows: SqlFragment,
): Promise<Set<DimensionId>> {
  const query = sql`SELECT [${sql.join(ids.map((id) => sql`max(${isUsed(id)})`))}] AS used ${rows} ${settingsOfDimensions}`
  const [row] = await cachedRows(tenant, Flags, query, question)
  return new Set(ids.filter((_, index) => row?.used[index] === 1))
}

function isUsed(id: DimensionId): SqlFragment {
  const { column: name, valueKind }: Dimension = dimensions[id]
  const column = sql.identifier(name)
  if (valueKind === 'list') return sql`notEmpty(${column})`
  return valueKind === 'text' ? sql`notEmpty(ifNull(${column}, ''))` : sql`isNotNull(${column})`
}
