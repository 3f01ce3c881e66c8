import type { ViewColumn } from './view-columns.ts'

/** METR-046, in display order. */
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
  /** text and label as they are; flag as true or false; number as decimal text; list as a trace. */
  valueKind: 'text' | 'flag' | 'number' | 'list'
  /** Basic dimensions are in the daily rollup, and so are available for ranges older than 100 days. */
  isBasic: boolean
  isMonitoring: boolean
  /** Available for breakdowns and filters; all others appear only in a view's detail. */
  isBreakdown: boolean
}
