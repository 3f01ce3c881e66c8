import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { int, uint } from '@playhead/clickhouse/typed-value.ts'
import { conditionsOf } from '../monitoring/monitoring-dimension.sql.ts'
import type { RatioMonitoringMetricId } from '../monitoring/monitoring-metric.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import { stepSeconds } from '../monitoring/steps.ts'
import { ofTenant, viewsSource } from '../source/condition.sql.ts'
import { settings } from '../source/source.sql.ts'
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
type Part = `${Name}_${'first' | 'full' | 'last' | 'rises' | 'falls'}` | `${Name}${'' | '_after'}`
const column = (name: Part) => sql.identifier(name)

/** What a view adds to its first minute, to each one between, and to its last one; whole numbers, so that sums cancel out. */
const partsOf = (name: Name, { spread, first = zero, last = zero }: Added) => {
  const shareOf = (milliseconds: SqlFragment) =>
    spread ? sql`intDiv(${spread} * ${milliseconds}, lasted)` : zero
  return sql`
    if(is_short, ${spread ?? zero} + ${first} + ${last},
      ${shareOf(sql`((first_minute + 1) * ${minute} - start_ms)`)} + ${first}) AS ${column(`${name}_first`)},
    if(is_short, 0, ${shareOf(sql`${minute}`)}) AS ${column(`${name}_full`)},
    ${shareOf(sql`(end_ms - last_minute * ${minute})`)} + ${last} AS ${column(`${name}_last`)}`
}

/** How the sum of a minute differs from that of the minute before, and that of the next one from it. */
const summed = (name: Name, { spread }: Added) => {
  const [first, full, last] = [
    column(`${name}_first`),
    column(`${name}_full`),
    column(`${name}_last`),
  ]
  const rise = sql`sum(if(is_first, ${first}, ${last} - ${full})) AS ${column(`${name}_rises`)}`
  return spread
    ? sql`${rise}, sum(if(is_first, ${full} - ${first}, -${last})) AS ${column(`${name}_falls`)}`
    : rise
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
    const added = asked[name]
    const rises = added ? sql`groupArray(${column(`${name}_rises`)})` : isEmpty
    const falls = added?.spread ? sql`groupArray(${column(`${name}_falls`)})` : isEmpty
    return sql`${rises} AS ${column(name)}, ${falls} AS ${column(`${name}_after`)}`
  }
  return {
    parts: sql.join(present.map((name) => partsOf(name, asked[name]!))),
    sums: sql.join(present.map((name) => summed(name, asked[name]!))),
    lists: sql.join(names.map(listed)),
  }
}

const numbers = z.array(z.number())

const Row = z.object({
  parts: z.array(z.string().nullable()),
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
  return askSeenGroups(
    environment,
    Row,
    sql`
    SELECT ${parts.asArray} AS parts, groupArray(edge * 60) AS at, ${asked.lists}
    FROM (
      SELECT if(is_first, first_minute, last_minute) AS edge ${parts.grouped}, sum(if(is_first, watch_time, 0)) AS watched,
        ${asked.sums}
      FROM (
        SELECT watch_time, toUnixTimestamp64Milli(view_start) AS start_ms,
          greatest(toUnixTimestamp64Milli(view_end), start_ms) AS end_ms,
          intDiv(start_ms, ${minute}) AS first_minute, intDiv(end_ms, ${minute}) AS last_minute,
          greatest(end_ms - start_ms, 1) AS lasted, first_minute = last_minute AS is_short,
          ${asked.parts},
          arrayJoin(if(is_short, [true], [true, false])) AS is_first ${parts.named}
        FROM ${viewsSource} WHERE ${sql.join(conditions, ' AND ')})
      GROUP BY edge ${parts.grouped})
    GROUP BY parts
    ORDER BY sum(watched) DESC, parts
    LIMIT ${uint(groupsMax)}
    ${settings}`,
    signal,
  )
}
