/** Sums over views; they add up over disjoint groups. Times are in seconds. */
export interface AnomalySums {
  views: number
  failed: number
  startup_failed: number
  exits: number
  stalled: number
  watched: number
  stalled_squares: number
  stalled_by_watched: number
  watched_squares: number
  starts: number
  /** Of the natural logarithm of the startup time in milliseconds. */
  start_logs: number
  start_log_squares: number
}

export const noAnomalySums: AnomalySums = {
  views: 0,
  failed: 0,
  startup_failed: 0,
  exits: 0,
  stalled: 0,
  watched: 0,
  stalled_squares: 0,
  stalled_by_watched: 0,
  watched_squares: 0,
  starts: 0,
  start_logs: 0,
  start_log_squares: 0,
}

export const anomalySumNames = Object.keys(noAnomalySums) as (keyof AnomalySums)[]

export const addedAnomalySums = (all: readonly AnomalySums[]): AnomalySums => {
  const sums = { ...noAnomalySums }
  for (const one of all) for (const name of anomalySumNames) sums[name] += one[name]
  return sums
}

export const withoutAnomalySums = (whole: AnomalySums, part: AnomalySums): AnomalySums => {
  const sums = { ...whole }
  for (const name of anomalySumNames) sums[name] -= part[name]
  return sums
}

/** What views are grouped by. An error has no audience of its own: it is held against all views. */
export const anomalyDimensions = [
  'country',
  'asn',
  'cdn',
  'player_name',
  'operating_system',
  'video_title',
  'error_type_id',
] as const
export type AnomalyDimension = (typeof anomalyDimensions)[number]

/** The views of one value of a dimension; null is all views. */
export type Cohort = { dimension: AnomalyDimension; value: string } | null

export const anomalyWindowSeconds = 300
