import type { Bucket } from '../source/condition.sql.ts'
import type { FilterSet } from './filter-sets/filter-set.ts'

export const tiers = ['hour', 'day'] as const
export type Tier = (typeof tiers)[number]

export const tierMs: Record<Tier, number> = { hour: 3_600_000, day: 86_400_000 }

/** Pieces that are made together: hours of one day, or one day. */
export interface PiecesOf {
  environmentId: string
  bucket: Bucket
  tier: Tier
  /** The starts of the hours or of the day, in milliseconds. */
  moments: readonly number[]
  /** Only the views of these hours of the day: the others are added up already. */
  hours?: readonly number[]
  /** Only its views, of days. */
  filterSet?: FilterSet | undefined
}

/** The name under which the rows of pieces are stored. */
export const storedTier = (tier: Tier, filterSet: FilterSet | undefined): string =>
  filterSet?.name ?? tier

/** How long pieces wait, in milliseconds. Tests shorten it. */
export const pieceWaits = {
  /** A write may become visible so much later than its moment in view_changes. */
  margin: 300_000,
  /** Whether an environment has pieces is looked up again. */
  absent: 60_000,
  /** A view is written a minute after its last event, and may be opened again for an hour. */
  closing: { hour: 65 * 60_000, day: 120 * 60_000 } satisfies Record<Tier, number>,
}

/** Versions are milliseconds by the clock of the engine, and three random digits. */
export const versionsPerMs = 1_000

/** Pieces speed up ranges of views; older ranges have the daily rollup. */
export const pieceDays = 100

/** When histograms are worth it. Tests ask for more of them. */
export const histogramRules = {
  /** With fewer views for each value of a dimension, its histograms are as long as its views. */
  viewsPerValue: 100,
  /** Of other dimensions, days have the histograms of values with at least this share of their views: Insights ask for those. */
  frequentShare: 0.005,
  /** Percentiles of pieces are approximate, which is not worth it where more of a range is read from views. */
  mostRaw: 0.5,
  /**
   * To plan, and to read the ends of a range, takes as long as one percentile of so many views, which is exact. Many percentiles
   * are read together, and share that.
   */
  fewestViews: 3_000_000,
}
