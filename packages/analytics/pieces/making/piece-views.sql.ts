import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uints } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { dimensionConditions, fieldOf, viewsSource } from '../../source/condition.sql.ts'
import { type PiecesOf, tierMs } from '../piece.ts'

/** The dimensions of pieces that are made together. */
export interface MadeDimensions {
  /** Whether all views, which have no dimension, are among them, and so the constants. */
  hasAll: boolean
  /** Their values are grouped by. */
  grouped: readonly DimensionId[]
  /** All views agree in them. */
  constants: readonly ConstantDimension[]
}

export interface ConstantDimension {
  dimension: DimensionId
  /** As in the table. */
  value: string
}

/** The value of a dimension as pieces store it: a text for every value, and another one for none. */
export const storedValue = (dimension: DimensionId): SqlFragment =>
  sql`CAST(ifNull(concat('=', CAST(${fieldOf(dimension)}, 'Nullable(String)')), ''), 'String')`

/** What is grouped by; its places count from 1. */
export const namesOf = ({ hasAll, grouped }: MadeDimensions): string[] => [
  ...(hasAll ? [''] : []),
  ...grouped,
]

/** The value of a view in each of them. */
export const valuesOf = ({ hasAll, grouped }: MadeDimensions): SqlFragment[] => [
  ...(hasAll ? [sql`''`] : []),
  ...grouped.map(storedValue),
]

/** The dimensions and values for which a group of `place` and `value` counts, as a list of tuples. */
export const targetsOf = (made: MadeDimensions): SqlFragment => {
  // All views have no dimension; where they agree in one, they are also its only value.
  const names = ['', ...made.constants.map(({ dimension }) => dimension)]
  const values = ['', ...made.constants.map(({ value }) => value)]
  const own = namesOf(made)
  return sql`if(${own}[place] = '', arrayZip(${names}, ${values}), [(${own}[place], value)])`
}

/** The start of the piece to which a view belongs. */
export const startOf = ({ bucket, tier }: PiecesOf): SqlFragment => {
  const column = sql.identifier(bucket)
  return tier === 'hour'
    ? sql`toStartOfHour(${column})`
    : sql`toDateTime(toStartOfDay(${column}), 'UTC')`
}

/** `FROM … WHERE …` for the views of pieces. */
export const viewsOf = (pieces: PiecesOf): SqlFragment => {
  const { environmentId, bucket, tier, moments, hours, filterSet } = pieces
  const column = sql.identifier(bucket)
  const within =
    hours === undefined
      ? sql.empty
      : sql` AND has(${uints(hours.map((hour) => hour / 1_000))}, toUInt64(toUnixTimestamp(toStartOfHour(${column}))))`
  const matching = dimensionConditions(filterSet?.filters ?? [])
  const first = new Date(Math.min(...moments))
  const end = new Date(Math.max(...moments) + tierMs[tier])
  // Rows are sorted by view_end, which is never before view_start.
  const reach = bucket === 'view_start' ? sql` AND view_end >= ${first}` : sql.empty
  const seconds = moments.map((moment) => moment / 1_000)
  return sql`FROM ${viewsSource} WHERE environment_id = toUUID(${environmentId}) AND ${column} >= ${first} AND ${column} < ${end}${reach}
      AND has(${uints(seconds)}, toUInt64(toUnixTimestamp(${startOf(pieces)})))${within}${matching.map((one) => sql` AND ${one}`).reduce((all, next) => sql`${all}${next}`, sql.empty)}`
}
