import type { ComponentType } from 'react'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { anOrganization, aSession, ids, openScreen } from '@playhead/web-kit/testing.tsx'
import type { DeclaredPart } from '@playhead/web-kit/slot.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'

export const readNow = () => Math.floor(Date.now() / 1_000)

const uuid = (kind: string, number: number) =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`

export const aRuleId = (number: number) => uuid('a', number)
export const anIncidentId = (number: number) => uuid('b', number)

/** A rule as the server sends it. */
export const aRule = (number = 1, overrides: object = {}) => ({
  id: aRuleId(number),
  environment_id: ids.environment,
  name: null as string | null,
  display_name: 'Playback failure percentage is above 5% for 5 minutes',
  metric: 'playback-failure-percentage',
  threshold_alert: { value: 5, area: 'above', close_value: null, close_after: 120 },
  window_duration: 300,
  window_min_views: 25,
  filters: [] as object[],
  group_by: [] as string[],
  groups_max: 20,
  on_no_data: 'keep',
  severity: 'alert',
  channel_ids: null as string[] | null,
  is_enabled: true,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...overrides,
})

export const aSeries = (end: number, values: readonly (number | null)[]) =>
  values.map((metric_value, index) => ({
    time: end - (values.length - index) * 60,
    metric_value,
  }))

/** An open incident, ten minutes old, as the server sends it. */
export const anIncident = (number = 1, overrides: object = {}) => {
  const start = readNow() - 600
  return {
    id: anIncidentId(number),
    type: 'threshold',
    status: 'open',
    severity: 'alert',
    measurement: 'playback-failure-percentage',
    description: 'Playback failure percentage is above 5% for 5 minutes',
    impact: 'One view in nine fails for 2,300 viewers.',
    breakdowns: [] as object[],
    causes: [] as object[],
    alert_rule: aRule() as object | null,
    anomaly: null as object | null,
    alert_rule_id: aRuleId(1) as string | null,
    start_time: start,
    end_time: null as number | null,
    resolution_reason: null as string | null,
    expired_by: null as string | null,
    resolved_by: null as string | null,
    metric_now: 11.25 as number | null,
    metric_on_trigger: 6.5,
    metric_on_resolution: null,
    metric_on_end: null as number | null,
    peak_metric_during_incident: 12.5,
    ccv_on_start: 2_310,
    ccv_on_end: null as number | null,
    time_series_data_on_start: aSeries(start, [1, 1.5, 1, 2, 6.5]),
    time_series_data_on_end: [] as object[],
    affected_views: 412,
    affected_views_per_hour: 900,
    affected_views_per_hour_on_open: 800,
    is_flapping: false,
    acknowledged_by: null as string | null,
    acknowledged_at: null as string | null,
    snoozed_until: null as string | null,
    silence_id: null as string | null,
    ...overrides,
  }
}

export const anEndedIncident = (number = 2, overrides: object = {}) => {
  const end = readNow() - 3_600
  return anIncident(number, {
    status: 'closed',
    start_time: end - 2_460,
    end_time: end,
    resolution_reason: 'data_triggered_resolution',
    metric_now: null,
    metric_on_end: 4.25,
    ccv_on_end: 1_900,
    time_series_data_on_start: aSeries(end - 2_460, [1, 2, 6.5]),
    time_series_data_on_end: aSeries(end, [12.5, 8, 4.25]),
    ...overrides,
  })
}

export const aPageOf = (rows: readonly object[], more: object = {}) => ({
  body: { data: rows, total_row_count: rows.length, page: 1, limit: 50, ...more },
})

/** Judged until a minute of Nov 26, 2026. */
export const aJudging = (
  state: 'current' | 'late' | 'ahead',
  anomalies_wait_until: number | null = null,
) => ({
  body: {
    data: {
      state,
      judged_until: new Date(2026, 10, 26, 17, 40).getTime() / 1_000,
      anomalies_wait_until,
    },
  },
})

/** The questions of every screen of alerts, without rules and incidents. */
export const anAlertsApi = (more: ApiHandlers = {}): ApiHandlers => ({
  'GET /ui/v1/alert-rules': { body: { data: [], total_row_count: 0 } },
  'GET /ui/v1/alert-rule-figures': { body: { data: [] } },
  'GET /ui/v1/alert-judging': aJudging('current'),
  'GET /ui/v1/alert-incidents': aPageOf([]),
  ...more,
})

interface OpenOptions {
  address: string
  /** Below the environment; by default the address. */
  at?: string
  api?: ApiHandlers
  isAdmin?: boolean
  flags?: object
  parts?: DeclaredPart[]
}

export const home = `/organizations/${ids.organization}/environments/${ids.environment}`

export const openAlerts = (
  Screen: ComponentType,
  { address, at = address, api = {}, isAdmin = true, flags = {}, parts = [] }: OpenOptions,
) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(
    () => (
      <>
        <Screen />
        <ToastRegion />
      </>
    ),
    {
      address: `/organizations/$organizationId/environments/$environmentId/${address}`,
      href: `${home}/${at}`,
      session: aSession({
        organization,
        organizations: [organization],
        featureFlags: { alertingV2: true, realtime: true, ...flags },
      }),
      api: anAlertsApi(api),
      parts,
    },
  )
}
