/** METR-018: `volume` is the number of views behind a value; an unknown value is a gap, not a zero. */
export interface ChartPoint {
  /** Milliseconds since 1970: the start of the step. */
  time: number
  value: number | null
  volume?: number
  /** The step is not over, or the range cuts it: less of it is known than of the others. */
  isPartial?: boolean
}

/** Four series colours that cycle, three more for the metrics of monitoring, the grey of comparisons, and states. MONI-004 */
export type ChartTone = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 'compare' | 'good' | 'warn' | 'bad'

export interface ChartSeries {
  id: string
  label: string
  tone: ChartTone
  points: readonly ChartPoint[]
}

/** A value for the whole chart, such as an average or a threshold; drawn dotted. METR-025 */
export interface ChartLevel {
  id: string
  label: string
  value: number
}

/** A note at a moment; notes within a few pixels of each other are drawn as one. METR-021 */
export interface ChartMarker {
  id: string
  time: number
  label: string
}

/** A stretch of time behind the lines, such as an incident; short ones stay visible. */
export interface ChartBand {
  id: string
  from: number
  to: number
  /** Written above it. */
  label?: string
  tone?: 'warn' | 'bad'
}

/** An incident of what the chart shows, as a stretch with a link to it. */
export interface ChartIncident {
  id: string
  from: number
  /** Undefined while it lasts. */
  to: number | undefined
  label: string
  tone: 'warn' | 'bad'
  href: string
}

/** A moment as a vertical line with its name at the top. */
export interface ChartMoment {
  id: string
  time: number
  label: string
  /** The present, in the colour of the playhead. */
  isNow?: boolean
}

/** Lines are red where they are beyond this value. */
export interface ChartAlarm {
  value: number
  area: 'above' | 'below'
}

/** `tall` fills a component of two rows on a custom dashboard; `card` is below a number, among cards like it. */
export type ChartSize = 'normal' | 'small' | 'tall' | 'card'

/** METR-022 */
export const chartSizes = {
  normal: { height: 340, columns: 6, rows: 4 },
  small: { height: 230, columns: 3, rows: 2 },
  tall: { height: 545, columns: 6, rows: 5 },
  card: { height: 124, columns: 3, rows: 2 },
} as const

/** Narrower charts have the columns of the small size, and their tooltip above the lines. */
export const narrowWidth = 600

/** With more lines than colours the later ones are dashed, so that no two look the same. */
export const isAgain = (series: readonly Pick<ChartSeries, 'tone'>[], index: number): boolean =>
  series.slice(0, index).some(({ tone }) => tone === series[index]?.tone)

export const toneOf = (index: number): ChartTone => ((index % 4) + 1) as ChartTone
