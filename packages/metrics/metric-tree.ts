import { metricGroups, type MetricGroup } from './metric.ts'
import { metricIds, metrics, type MetricId } from './metrics.ts'

interface MetricBranch {
  group: MetricGroup
  title: string
  /** The score that represents the group. */
  metric: MetricId | null
  items: readonly MetricId[]
}

const heads: Record<MetricGroup, { title: string; metric: MetricId | null }> = {
  engagement: { title: 'Engagement', metric: null },
  overall: { title: 'Overall', metric: 'viewer_experience_score' },
  playback_success: { title: 'Playback success', metric: 'playback_success_score' },
  startup: { title: 'Startup time', metric: 'startup_time_score' },
  smoothness: { title: 'Smoothness', metric: 'rebuffer_score' },
  video_quality: { title: 'Video quality', metric: 'video_quality_score' },
  requests: { title: 'Requests', metric: null },
  ads: { title: 'Ads', metric: null },
}

/** METR-032, METR-090: every metric once, in the order of lists and comparison. */
export const metricTree: readonly MetricBranch[] = metricGroups.map((group) => ({
  group,
  ...heads[group],
  items: metricIds.filter((id) => metrics[id].group === group && id !== heads[group].metric),
}))
