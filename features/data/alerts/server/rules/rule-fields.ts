import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import type { alertRules } from '../../contract.ts'
import type { RuleFields } from './rules.sql.ts'

type Body = Parameters<Handlers<typeof alertRules>['create']>[0]['body']

export const fieldsOf = (body: Body): RuleFields => ({
  name: body.name || null,
  metric: body.metric,
  area: body.threshold_alert.area,
  value: body.threshold_alert.value,
  close_value: body.threshold_alert.close_value,
  window_seconds: body.window_duration,
  close_after_seconds: body.threshold_alert.close_after,
  window_min_views: body.window_min_views,
  filters: body.filters,
  group_by: body.group_by,
  groups_max: body.groups_max,
  on_no_data: body.on_no_data,
  severity: body.severity,
  channel_ids: body.channel_ids,
  is_enabled: body.is_enabled,
})

type Part = Parameters<Handlers<typeof alertRules>['update']>[0]['body']

/** What is left out stays. */
export const changedFields = (current: RuleFields, part: Part): RuleFields => ({
  name: part.name === undefined ? current.name : part.name || null,
  metric: part.metric ?? current.metric,
  area: part.threshold_alert?.area ?? current.area,
  value: part.threshold_alert?.value ?? current.value,
  close_value:
    part.threshold_alert?.close_value === undefined
      ? current.close_value
      : part.threshold_alert.close_value,
  window_seconds: part.window_duration ?? current.window_seconds,
  close_after_seconds: part.threshold_alert?.close_after ?? current.close_after_seconds,
  window_min_views: part.window_min_views ?? current.window_min_views,
  filters: part.filters ?? current.filters,
  group_by: part.group_by ?? current.group_by,
  groups_max: part.groups_max ?? current.groups_max,
  on_no_data: part.on_no_data ?? current.on_no_data,
  severity: part.severity ?? current.severity,
  channel_ids: part.channel_ids === undefined ? current.channel_ids : part.channel_ids,
  is_enabled: part.is_enabled ?? current.is_enabled,
})

const checkFilters = ({ filters }: RuleFields) => {
  for (const { dimension, value } of filters) {
    if (value === null) continue
    if (dimension === 'asn' && !/^\d+$/.test(value))
      throw invalidField('filters', 'asn must be a number')
    if (dimension === 'view_has_ad' && value !== 'true' && value !== 'false')
      throw invalidField('filters', 'view_has_ad must be true or false')
  }
}

/** What the schema cannot say. ALRT-027 */
export const checkRule = (rule: RuleFields) => {
  const { area, value, close_value: closeValue } = rule
  const isPercentage = monitoringMetrics[rule.metric].unit === 'percentage'
  if (isPercentage && Math.max(value, closeValue ?? 0) > 100)
    throw invalidField('threshold_alert', 'A percentage is at most 100.')
  const isWrongSide = area === 'above' ? (closeValue ?? 0) > value : (closeValue ?? value) < value
  if (closeValue !== null && isWrongSide)
    throw invalidField(
      'threshold_alert',
      area === 'above'
        ? 'The closing value must not be above the opening value.'
        : 'The closing value must not be below the opening value.',
    )
  if (new Set(rule.group_by).size < rule.group_by.length)
    throw invalidField('group_by', 'Group by each dimension only once.')
  checkFilters(rule)
}
