import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { parseFilters } from '../../question/parse-filters.ts'
import type { Question } from '../../question/question-shape.ts'
import type { Tenant } from '../../question/tenant.ts'
import { hasPieces } from '../has-pieces.ts'
import { pieceDays, tierMs } from '../piece.ts'
import { needsFilterSet } from '../plan-question.ts'
import { type FilterSet, filterSetOf, textsOf } from './filter-set.ts'

/** Filters are forgotten so many days after their last question. */
const keptDays = 7
/** The last ones of each environment. */
const mostSets = 20
/** A set that is asked for all the time is written so often, and so many sets are written in that time. */
const writtenAgainMs = tierMs.hour
const mostEnvironments = 10_000

interface Written {
  at: number
  since: number
}
/** What was written lately: of each environment by the name of the set. */
const writtenByClient = new WeakMap<ClickHouse, Map<string, Map<string, Written>>>()

const writtenOf = ({ id, clickhouse }: Tenant): Map<string, Written> => {
  const all = writtenByClient.get(clickhouse) ?? new Map<string, Map<string, Written>>()
  writtenByClient.set(clickhouse, all)
  if (all.size >= mostEnvironments) all.clear()
  const own = all.get(id) ?? new Map<string, Written>()
  all.set(id, own)
  const forgetBefore = Date.now() - writtenAgainMs
  for (const [name, { at }] of own) if (at < forgetBefore) own.delete(name)
  return own
}

/** Has the views of a question's filters added up by day from now on, where sums of single dimensions do not help. */
export const noteFilters = async (tenant: Tenant, question: Question): Promise<void> => {
  const set = needsFilterSet(question) ? filterSetOf(question.filters) : undefined
  if (set === undefined || !(await hasPieces(tenant))) return
  const written = writtenOf(tenant)
  const since = question.timeframe.start.getTime()
  const last = written.get(set.name)
  // Ranges that end now begin a little later each time.
  if (last !== undefined && last.since - since < tierMs.day) return
  // Each row is a small part of the table, so a person who tries many filters writes only some of them.
  if (last === undefined && written.size >= mostSets) return
  written.set(set.name, { at: Date.now(), since })
  const row = {
    environment_id: tenant.id,
    name: set.name,
    filters: textsOf(set.filters),
    since: Math.max(0, Math.floor(since / 1_000)),
  }
  await tenant.clickhouse.insert('asked_filters', [row]).catch((error: unknown) => {
    written.delete(set.name)
    throw error
  })
}

export interface AskedFilters {
  environmentId: string
  set: FilterSet
  /** The start of the longest range, in milliseconds. */
  since: number
}

const Row = z.object({
  environment: z.string(),
  name: z.string(),
  texts: z.array(z.string()),
  first: z.number(),
})

/** What was asked for lately, the newest first. */
export const listAskedFilters = async (clickhouse: ClickHouse): Promise<AskedFilters[]> => {
  const rows = await clickhouse.rows(
    Row,
    sql`SELECT toString(environment_id) AS environment, name, any(filters) AS texts, toUnixTimestamp(min(since)) AS first
      FROM asked_filters WHERE asked_at > now() - INTERVAL ${uint(keptDays)} DAY
      GROUP BY environment_id, name ORDER BY max(asked_at) DESC, name LIMIT ${uint(mostSets)} BY environment_id`,
  )
  const earliest = Date.now() - pieceDays * tierMs.day
  return rows.map(({ environment, name, texts, first }) => ({
    environmentId: environment,
    set: { name, filters: parseFilters(texts) },
    since: Math.max(earliest, first * 1_000),
  }))
}
