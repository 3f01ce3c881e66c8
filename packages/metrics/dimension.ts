import type { ViewColumn } from './view-columns.ts'

/** METR-046, in the order they are shown. */
export const dimensionCategories = [
  'device',
  'player',
  'video_metadata',
  'stream',
  'network',
  'geography',
  'view',
  'preroll',
  'custom',
  'debug',
] as const
export type DimensionCategory = (typeof dimensionCategories)[number]

export const categoryTitles: Record<DimensionCategory, string> = {
  device: 'Device',
  player: 'Player',
  video_metadata: 'Video metadata',
  stream: 'Stream',
  network: 'Network',
  geography: 'Geography',
  view: 'View',
  preroll: 'Preroll',
  custom: 'Custom',
  debug: 'Debug',
}

export interface Dimension {
  title: string
  category: DimensionCategory
  column: ViewColumn
  /** text and label as they are; flags as true and false; numbers as their decimal text; list is a trace. */
  valueKind: 'text' | 'flag' | 'number' | 'list'
  /** Basic ones are kept in the daily rollup and so answer for ranges older than 100 days. */
  isBasic: boolean
  isMonitoring: boolean
  /** Offered for breakdown and filter; others appear in a view's detail alone. */
  isBreakdown: boolean
}
