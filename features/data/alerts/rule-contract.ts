import { z } from 'zod/mini'
import { incidentSeverities } from '@playhead/features/data/incidents/contract'
import {
  monitoringDimensionIds,
  monitoringMetricIds,
} from '@playhead/features/data/monitoring/contract'

export const alertAreas = ['above', 'below'] as const

/** What a rule does while its data is missing: it keeps its state, or opens an incident. */
export const noDataModes = ['keep', 'alert'] as const

export const alertLimits = {
  rulesPerEnvironment: 200,
  nameMax: 200,
  valueMax: 1e12,
  filtersMax: 5,
  filterValueMax: 1_000,
  groupByMax: 2,
  groupsMax: { default: 20, max: 100 },
  channelsMax: 50,
  windowSeconds: { min: 60, max: 3_600 },
  closeAfterSeconds: { default: 120, max: 3_600 },
  minViews: { default: 25, max: 10_000_000 },
  /** ALRT-018 */
  rulesPage: 20,
  /** ALRT-004 */
  incidentsPage: 50,
  snoozeSecondsMax: 30 * 86_400,
  backtestDays: { default: 30, max: 30 },
  backtestPoints: 1_500,
  /** A backtest lists this many incidents; it counts all. */
  backtestIncidents: 500,
  backtestSuggestions: 20,
  figureDays: 30,
  /** Ended by itself within this time. */
  selfEndedSeconds: 300,
} as const

export const between = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

export const name = z.nullable(z.string().check(z.trim(), z.maxLength(alertLimits.nameMax)))

const filterValue = z.nullable(z.string().check(z.maxLength(alertLimits.filterValueMax)))

/** Values of one dimension are alternatives; different dimensions and all exclusions must hold. Null: unknown. */
export const Filter = z.object({
  dimension: z.enum(monitoringDimensionIds),
  value: filterValue,
  display_value: z._default(z.string().check(z.maxLength(alertLimits.filterValueMax)), ''),
  exclude: z._default(z.boolean(), false),
})

export const wholeMinutes = z
  .int()
  .check(
    z.minimum(alertLimits.windowSeconds.min),
    z.maximum(alertLimits.windowSeconds.max),
    z.multipleOf(60, 'The window is a number of whole minutes'),
  )

/** In the unit that is shown, such as percent. */
const value = z.number().check(z.minimum(0), z.maximum(alertLimits.valueMax))

const closeAfter = between(0, alertLimits.closeAfterSeconds.max)

const ThresholdAlert = z.object({
  value,
  area: z.enum(alertAreas),
  /** The incident closes on the good side of it; null is a tenth of the value away from it. */
  close_value: z._default(z.nullable(value), null),
  close_after: z._default(closeAfter, alertLimits.closeAfterSeconds.default),
})

/** Of a change: what is left out stays. */
export const ThresholdAlertChange = z.object({
  value: z.optional(value),
  area: z.optional(z.enum(alertAreas)),
  close_value: z.optional(z.nullable(value)),
  close_after: z.optional(closeAfter),
})

/** ALRT-020, ALRT-027 */
export const rule = {
  name: z._default(name, null),
  metric: z.enum(monitoringMetricIds),
  threshold_alert: ThresholdAlert,
  window_duration: wholeMinutes,
  window_min_views: z._default(between(0, alertLimits.minViews.max), alertLimits.minViews.default),
  filters: z._default(z.array(Filter).check(z.maxLength(alertLimits.filtersMax)), []),
  group_by: z._default(
    z.array(z.enum(monitoringDimensionIds)).check(z.maxLength(alertLimits.groupByMax)),
    [],
  ),
  groups_max: z._default(between(1, alertLimits.groupsMax.max), alertLimits.groupsMax.default),
  on_no_data: z._default(z.enum(noDataModes), 'keep'),
  severity: z._default(z.enum(incidentSeverities), 'alert'),
  /** Null: all channels that take incidents of this type. */
  channel_ids: z._default(
    z.nullable(z.array(z.uuid()).check(z.maxLength(alertLimits.channelsMax))),
    null,
  ),
  is_enabled: z._default(z.boolean(), true),
}

export const AlertRule = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  name: z.nullable(z.string()),
  /** The name, or the one that is made from the rule. ALRT-021 */
  display_name: z.string(),
  metric: z.enum(monitoringMetricIds),
  threshold_alert: z.object({
    value: z.number(),
    area: z.enum(alertAreas),
    close_value: z.nullable(z.number()),
    close_after: z.int(),
  }),
  window_duration: z.int(),
  window_min_views: z.int(),
  filters: z.array(
    z.object({
      dimension: z.enum(monitoringDimensionIds),
      value: z.nullable(z.string()),
      display_value: z.string(),
      exclude: z.boolean(),
    }),
  ),
  group_by: z.array(z.enum(monitoringDimensionIds)),
  groups_max: z.int(),
  on_no_data: z.enum(noDataModes),
  severity: z.enum(incidentSeverities),
  channel_ids: z.nullable(z.array(z.uuid())),
  is_enabled: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
