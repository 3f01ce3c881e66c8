import type { DimensionId } from './dimensions.ts'
import type { Measurement } from './metric.ts'
import type { MetricId } from './metrics.ts'

/** ENGA-006, ENGA-007: the choices of the engagement screens, and the question of each. */
export const engagementChoices = {
  views: { title: 'Views', metric: 'views', measurement: 'count' },
  unique_viewers: { title: 'Unique viewers', metric: 'unique_viewers', measurement: 'count' },
  total_playing_time: { title: 'Total playing time', metric: 'playing_time', measurement: 'sum' },
  avg_playing_time: { title: 'Average playing time', metric: 'playing_time', measurement: 'avg' },
  video_completion_percentage: {
    title: 'Video completion',
    metric: 'video_completion_percentage',
    measurement: 'avg',
  },
} as const satisfies Record<string, { title: string; metric: MetricId; measurement: Measurement }>

export type EngagementChoice = keyof typeof engagementChoices

/** ENGA-005 */
export const engagementDimensions = [
  { id: 'video_title', title: 'Video title' },
  { id: 'viewer_device_category', title: 'Devices' },
  { id: 'country', title: 'Country' },
  { id: 'operating_system', title: 'Operating system' },
  { id: 'video_creator_id', title: 'Video creator' },
  { id: 'player_name', title: 'Player name' },
  { id: 'video_id', title: 'Video ID' },
  { id: 'page_type', title: 'Page type' },
] as const satisfies readonly { id: DimensionId; title: string }[]
