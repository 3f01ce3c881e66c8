/** METR-018: `volume` is how many views a value rests on; a value that is not known is a gap, not a zero. */
export interface ChartPoint {
  /** Milliseconds since 1970: the start of the step. */
  time: number
  value: number | null
  volume?: number
}

/** The four series colours, the grey of whatever is compared with, and states. */
export type ChartTone = 1 | 2 | 3 | 4 | 'compare' | 'good' | 'warn' | 'bad'

export interface ChartSeries {
  id: string
  label: string
  tone: ChartTone
  points: readonly ChartPoint[]
}

/** A note at a moment; those that lie within a few pixels are drawn as one. METR-021 */
export interface ChartMarker {
  id: string
  time: number
  label: string
}
