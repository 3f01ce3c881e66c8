import type { FlagColumn, NumberColumn, TextColumn } from './view-columns.ts'

/**
 * What a metric computes, as data: rendered to SQL for raw views and for the daily rollup, and to plain arithmetic by
 * tests. Aggregates skip null; an aggregate of nothing is null, never zero.
 */
export type Aggregate =
  | { kind: 'views' }
  /** Views for which the flag is true. */
  | { kind: 'count_where'; flag: FlagColumn }
  /** Views that have a value. */
  | { kind: 'count_of'; column: NumberColumn }
  | { kind: 'sum'; column: NumberColumn }
  /** The sum over views that also have the other value, as the denominator of a ratio. */
  | { kind: 'sum_with'; column: NumberColumn; given: NumberColumn }
  | { kind: 'average'; column: NumberColumn }
  /** Interpolated linearly between neighbouring values (the "inclusive" percentile), level 0.5 is the median. */
  | { kind: 'quantile'; column: NumberColumn; level: number }
  | { kind: 'unique'; column: TextColumn }

export type Formula = Aggregate | { kind: 'ratio'; over: Aggregate; under: Aggregate }

export const views = { kind: 'views' } as const satisfies Formula
export const countWhere = (flag: FlagColumn) => ({ kind: 'count_where', flag }) as const
export const countOf = (column: NumberColumn) => ({ kind: 'count_of', column }) as const
export const sum = (column: NumberColumn) => ({ kind: 'sum', column }) as const
export const sumWith = (column: NumberColumn, given: NumberColumn) =>
  ({ kind: 'sum_with', column, given }) as const
export const average = (column: NumberColumn) => ({ kind: 'average', column }) as const
export const quantile = (column: NumberColumn, level: number) =>
  ({ kind: 'quantile', column, level }) as const
export const unique = (column: TextColumn) => ({ kind: 'unique', column }) as const
/** Null when the denominator is null or zero. */
export const ratio = (over: Aggregate, under: Aggregate) =>
  ({ kind: 'ratio', over, under }) as const
