import type { z } from 'zod'
import type { AlertRule } from '../../contract.ts'
import { ruleName } from '../../rule-name.ts'
import type { RuleRow } from './rules.sql.ts'

export const nameOfRule = (row: RuleRow) =>
  row.name ??
  ruleName({
    metric: row.metric,
    area: row.area,
    value: row.value,
    windowSeconds: row.window_seconds,
  })

/** ALRT-020 */
export const presentRule = (row: RuleRow): z.input<typeof AlertRule> => ({
  id: row.id,
  environment_id: row.environment_id,
  name: row.name,
  display_name: nameOfRule(row),
  metric: row.metric,
  threshold_alert: {
    value: row.value,
    area: row.area,
    close_value: row.close_value,
    close_after: row.close_after_seconds,
  },
  window_duration: row.window_seconds,
  window_min_views: row.window_min_views,
  filters: row.filters,
  group_by: row.group_by,
  groups_max: row.groups_max,
  on_no_data: row.on_no_data,
  severity: row.severity,
  channel_ids: row.channel_ids,
  is_enabled: row.is_enabled,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
