import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { int, uint } from '@playhead/clickhouse/typed-value.ts'
import { conditionsOf } from '../monitoring/monitoring-dimension.sql.ts'
import type { RatioMonitoringMetricId } from '../monitoring/monitoring-metric.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import { stepSeconds } from '../monitoring/steps.ts'
import { ofTenant, viewsSource } from '../source/condition.sql.ts'
import { settingsOfSets } from '../source/source.sql.ts'
import { partColumns } from './parts-of-group.sql.ts'
import { askSeenGroups, type SeenQuestion } from './seen-group.sql.ts'

/** A viewer of one step, in the milliseconds that viewers are summed in. */
export const viewerStepMs = stepSeconds * 1000
/** Bitrates are summed in megabits per second, so that sums stay exact. */
export const bitrateUnit = 1_000_000

const minuteMs = 60_000
const minute = int(minuteMs)
const viewerMs = int(viewerStepMs)

/** What a view adds: an amount spread evenly from its start to its end, and amounts in its first and last minute. */
interface Added {
  spread?: SqlFragment
  first?: SqlFragment
  last?: SqlFragment
}

const watched = sql`toInt64(watch_time)`
const failed = sql`toInt64(playback_failure) * ${viewerMs}`
/** As samples count an attempt: in each step until it ends, and in the step in which it ends. */
const attempts = sql`(1 + intDiv(toInt64(ifNull(video_startup_time, watch_time)), ${viewerMs}))`

/** A viewer who fails counts as watching in that step. */
const viewers: Added = { spread: watched, last: failed }

const ratios: Record<RatioMonitoringMetricId, { over: Added; under: Added }> = {
  'current-concurrent-viewers': { over: viewers, under: viewers },
  'current-rebuffering-percentage': {
    over: { spread: sql`least(toInt64(ifNull(rebuffer_duration, 0)), ${watched})` },
    under: { spread: watched },
  },
  'playback-failure-percentage': { over: { last: failed }, under: viewers },
  'video-startup-failure-percentage': {
    over: { last: sql`toInt64(video_startup_failure)` },
    under: { first: attempts },
  },
  'exits-before-video-start': {
    over: { last: sql`toInt64(exit_before_video_start)` },
    under: { first: attempts },
  },
  'current-average-bitrate': {
    over: {
      spread: sql`toInt64(round(ifNull(weighted_average_bitrate, 0) * watch_time / ${uint(bitrateUnit)}))`,
    },
    under: { spread: sql`if(weighted_average_bitrate > 0, ${watched}, 0)` },
  },
}

const zero = sql`toInt64(0)`

const names = ['over', 'under', 'viewers'] as const
type Name = (typeof names)[number]
type Part = `${Name}_${'rises' | 'falls'}` | `${Name}${'' | '_after'}`
const column = (name: Part) => sql.identifier(name)

/**
 * How views change the sum of the minute in which they begin or end, against the one before, and that of the next one.
 * Whole numbers, so that sums cancel out.
 */
const differences = (name: Name, { spread, first, last }: Added) => {
  const sumOf = (one?: SqlFragment, other?: SqlFragment) => {
    if (one && other) return sql`sum(${one}) + sum(${other})`
    const amount = one ?? other
    return amount ? sql`sum(${amount})` : zero
  }
  const shareOf = (milliseconds: SqlFragment) =>
    spread && sql`toInt64(${spread} * ${milliseconds} / lasted + 0.5)`
  const inFirst = sumOf(shareOf(sql`first_ms`), first)
  const inLast = sumOf(shareOf(sql`last_ms`), last)
  if (!spread) return sql`if(is_first, ${inFirst}, ${inLast}) AS ${column(`${name}_rises`)}`
  const between = sumOf(shareOf(sql`full_ms`))
  return sql`if(is_first, ${inFirst}, ${inLast} - (${between})) AS ${column(`${name}_rises`)},
    if(is_first, ${between} - (${inFirst}), -(${inLast})) AS ${column(`${name}_falls`)}`
}

const added = (name: Name, { spread }: Added) => {
  const sumOf = (part: SqlFragment) => sql`sum(${part}) AS ${part}`
  const rises = sumOf(column(`${name}_rises`))
  return spread ? sql`${rises}, ${sumOf(column(`${name}_falls`))}` : rises
}

const isEmpty = sql`CAST([] AS Array(Int64))`

/** The sums of a metric that are asked for. Where attempts are counted, or the under is the viewers, it says enough. */
const askedFor = (metric: RatioMonitoringMetricId) => {
  const { over, under } = ratios[metric]
  const isUnderEnough = under === viewers || under.spread === undefined
  const asked: Partial<Record<Name, Added>> = isUnderEnough
    ? { over, under }
    : { over, under, viewers }
  const present = names.filter((name) => asked[name])
  const listed = (name: Name) => {
    const one = asked[name]
    const rises = one ? sql`groupArray(${column(`${name}_rises`)})` : isEmpty
    const falls = one?.spread ? sql`groupArray(${column(`${name}_falls`)})` : isEmpty
    return sql`${rises} AS ${column(name)}, ${falls} AS ${column(`${name}_after`)}`
  }
  return {
    differences: sql.join(present.map((name) => differences(name, asked[name]!))),
    added: sql.join(present.map((name) => added(name, asked[name]!))),
    lists: sql.join(names.map(listed)),
  }
}

const areNumbers = (value: unknown): value is number[] => {
  if (!Array.isArray(value)) return false
  for (const one of value) if (typeof one !== 'number') return false
  return true
}

/** Tens of thousands of them: a schema of each takes as long as the statement. */
const numbers = z.custom<number[]>(areNumbers)

const Row = z.object({
  parts: z.array(z.string().nullable()),
  /** Minutes after the start of the question. */
  at: numbers,
  over: numbers,
  over_after: numbers,
  under: numbers,
  under_after: numbers,
  viewers: numbers,
  viewers_after: numbers,
})
/**
 * How the sums of a group change with the views that begin or end in a minute: in this minute, and in the one after. A
 * view of hours costs no more than one of minutes. Without an `after`, what was added is gone in the next minute;
 * without viewers, the under says enough.
 */
export type SeenViews = z.infer<typeof Row>

/**
 * The minute of a time in two bytes, which the engine groups by faster: 0 is all that lies before the question, as in
 * the minute before it, and the last number is all that lies after.
 */
const placeOf = (time: 'start_ms' | 'end_ms', from: number, until: number) =>
  sql`toUInt16(least(greatest(intDiv(${sql.identifier(time)}, ${minute}) - ${int(from / 60)}, -1), ${int((until - from) / 60)}) + 1)`

/** What a rule would have seen, estimated from finished views. Viewers are in milliseconds. */
export const askSeenViews = (
  environment: Watched,
  { metric, filters, groupBy, groupsMax, from, until, signal }: SeenQuestion,
): Promise<SeenViews[]> => {
  const conditions = [
    ofTenant(environment),
    sql`view_end >= ${new Date(from * 1000)} AND view_start < ${new Date(until * 1000)}`,
    ...conditionsOf(filters),
  ]
  const asked = askedFor(metric)
  const parts = partColumns(groupBy)
  const sets = [sql`first_minute`, sql`last_minute`].map((edge) => sql`(${edge} ${parts.grouped})`)
  // A view that ends in the minute in which it starts has all in its first part.
  const byEdge = sql`
    SELECT GROUPING(first_minute) = 0 AS is_first, if(is_first, first_minute, last_minute) AS edge ${parts.grouped},
      if(is_first, sum(watch_time), 0) AS watched, ${asked.differences}
    FROM (
      SELECT *, ${placeOf('start_ms', from, until)} AS first_minute, ${placeOf('end_ms', from, until)} AS last_minute,
        greatest(end_ms - start_ms, 1) AS lasted,
        intDiv(start_ms, ${minute}) = intDiv(end_ms, ${minute}) AS is_short,
        if(is_short, lasted, ${minute} - start_ms % ${minute}) AS first_ms,
        if(is_short, 0, ${minute}) AS full_ms,
        if(is_short, 0, end_ms % ${minute}) AS last_ms ${parts.named}
      FROM (
        SELECT *, toUnixTimestamp64Milli(view_start) AS start_ms,
          greatest(toUnixTimestamp64Milli(view_end), start_ms) AS end_ms
        FROM ${viewsSource} WHERE ${sql.join(conditions, ' AND ')}))
    GROUP BY GROUPING SETS (${sql.join(sets)})`
  // Of groups, few minutes have views that begin and views that end: adding them up costs more than reading both.
  const source =
    groupBy.length > 0
      ? byEdge
      : sql`SELECT edge, sum(watched) AS watched, ${asked.added} FROM (${byEdge}) GROUP BY edge`
  return askSeenGroups(
    environment,
    Row,
    sql`
    SELECT ${parts.asArray} AS parts, groupArray(toInt32(edge) - 1) AS at, ${asked.lists}
    FROM (${source})
    GROUP BY parts
    ORDER BY sum(watched) DESC, parts
    LIMIT ${uint(groupsMax)}
    ${settingsOfSets}`,
    signal,
  )
}
