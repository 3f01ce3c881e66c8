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

/** A value that holds for the whole chart, such as an average or a threshold; drawn dotted. METR-025 */
export interface ChartLevel {
  id: string
  label: string
  value: number
}

/** A note at a moment; those that lie within a few pixels are drawn as one. METR-021 */
export interface ChartMarker {
  id: string
  time: number
  label: string
}

/** Tall is what fills a component of two rows on a custom dashboard. */
export type ChartSize = 'normal' | 'small' | 'tall'

/** METR-022 */
export const chartSizes = {
  normal: { height: 340, columns: 6, rows: 4 },
  small: { height: 230, columns: 3, rows: 2 },
  tall: { height: 545, columns: 6, rows: 5 },
} as const

/** Narrower charts have the columns of the small form, and their tooltip above the lines. */
export const narrowWidth = 600

/** Of more lines than there are colours the later ones are dashed, so that no two look the same. */
export const isAgain = (series: readonly Pick<ChartSeries, 'tone'>[], index: number): boolean =>
  series.slice(0, index).some(({ tone }) => tone === series[index]?.tone)

export const toneOf = (index: number): ChartTone => ((index % 4) + 1) as ChartTone
