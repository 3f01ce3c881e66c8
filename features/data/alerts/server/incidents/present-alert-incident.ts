import type { z } from 'zod'
import type { StoredIncidentRow } from '@playhead/features/data/incidents/server'
import { shownPerWire } from '@playhead/metrics/format.ts'
import { unitOfMeasurement } from '@playhead/metrics/unit-of.ts'
import { type AlertIncident, AlertRule } from '../../contract.ts'

const epochSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** ALRT-005 */
export const presentAlertIncident = (row: StoredIncidentRow): z.input<typeof AlertIncident> => {
  const unit = unitOfMeasurement(row.measurement)
  const shown = (value: number | null) => (value === null ? null : value * shownPerWire[unit])
  const points = (series: StoredIncidentRow['series_on_start']) =>
    (series ?? []).map(({ time, metric_value: value }) => ({ time, metric_value: shown(value) }))
  const rule = AlertRule.safeParse(row.rule)
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    severity: row.severity,
    measurement: row.measurement,
    description: row.description,
    impact: row.impact,
    breakdowns: row.breakdowns,
    causes: row.causes,
    alert_rule: rule.success ? rule.data : null,
    anomaly: row.anomaly && {
      ...row.anomaly,
      usual: row.anomaly.usual * shownPerWire[unit],
      limit: row.anomaly.limit * shownPerWire[unit],
    },
    alert_rule_id: row.rule_id,
    start_time: epochSeconds(row.started_at),
    end_time: row.resolved_at && epochSeconds(row.resolved_at),
    resolution_reason: row.resolution_reason,
    expired_by: row.expired_by,
    resolved_by: row.resolved_by,
    metric_now: row.status === 'open' ? shown(row.measured_value) : null,
    metric_on_trigger: shown(row.metric_on_trigger),
    metric_on_resolution: shown(row.metric_on_resolution),
    metric_on_end: shown(row.metric_on_end),
    peak_metric_during_incident: shown(row.peak_metric),
    ccv_on_start: row.ccv_on_start,
    ccv_on_end: row.ccv_on_end,
    time_series_data_on_start: points(row.series_on_start),
    time_series_data_on_end: points(row.series_on_end),
    affected_views: row.affected_views,
    affected_views_per_hour: row.affected_views_per_hour,
    affected_views_per_hour_on_open: row.affected_views_per_hour_on_open,
    is_flapping: row.is_flapping,
    acknowledged_by: row.acknowledged_by,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    silence_id: row.silence_id,
  }
}
