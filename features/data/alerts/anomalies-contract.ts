import { z } from 'zod/mini'
import { endpoints, get, patch } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

/** Metrics of finished views. */
export const anomalyMeasures = [
  'playback_failure_percentage',
  'video_startup_failure_percentage',
  'exits_before_video_start',
  'rebuffer_percentage',
  'video_startup_time',
  'views',
] as const
export type AnomalyMeasure = (typeof anomalyMeasures)[number]

export const anomalySensitivities = ['low', 'medium', 'high'] as const
export type AnomalySensitivity = (typeof anomalySensitivities)[number]

export const anomalyLimits = {
  /** How many spreads from the usual value open an incident. */
  distances: { low: 6, medium: 4, high: 3.6 },
  historyDays: 14,
  weeks: 4,
  leastViews: 25,
  /** Values of a dimension that are looked at, those with the most views. */
  usualValuesMax: 50,
  valuesMax: 200,
  /** How far back views are searched when the search is switched on. */
  lookBackDaysMax: 7,
} as const

export const AnomalySettings = z.object({
  is_enabled: z.boolean(),
  sensitivity: z.enum(anomalySensitivities),
  /** The metrics that are searched while the search is on. */
  measures: z.array(z.enum(anomalyMeasures)),
  /** Whole days of finished views that are kept. */
  history_days: z.int(),
  /** Until then nothing is judged. */
  missing_days: z.int(),
  /** The end of the last window that was judged, epoch seconds. */
  judged_until: z.nullable(z.int()),
  /** Set while days before the search was switched on are searched, too: their end. */
  looks_back_until: z.nullable(z.int()),
})

export const anomalySettings = endpoints({
  retrieveAnomalySettings: get('/ui/v1/anomaly-settings', {
    access: scoped('data:read'),
    summary: 'Whether and how the environment is searched for anomalies',
    returns: dataOf(AnomalySettings),
  }),
  updateAnomalySettings: patch('/ui/v1/anomaly-settings', {
    access: scoped('data:write', { admin: true }),
    summary:
      'Switch the search for anomalies, or that of a metric, on or off; switching off ends open incidents',
    body: z.object({
      is_enabled: z.optional(z.boolean()),
      sensitivity: z.optional(z.enum(anomalySensitivities)),
      /** When this switches the search on: how many days back are searched, without notifications. */
      look_back_days: z.optional(
        z.int().check(z.minimum(0), z.maximum(anomalyLimits.lookBackDaysMax)),
      ),
      /** At least one; the open incidents of the others end. */
      measures: z.optional(
        z.array(z.enum(anomalyMeasures)).check(z.minLength(1), z.maxLength(anomalyMeasures.length)),
      ),
    }),
    returns: dataOf(AnomalySettings),
  }),
})
