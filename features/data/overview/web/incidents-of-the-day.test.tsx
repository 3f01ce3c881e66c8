import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './overview-screen.tsx'

afterEach(stopScreens)

const place = `/organizations/${ids.organization}/environments/${ids.environment}`
const anId = (number: number) => `bbbbbbbb-0000-4000-8000-${String(number).padStart(12, '0')}`
/** Local time, as the sentences have it. */
const at = (hour: number) => new Date(2026, 10, 19, hour).getTime() / 1_000

const anIncident = (number: number, given: object = {}) => ({
  id: anId(number),
  type: 'anomaly',
  status: 'closed',
  severity: 'alert',
  measurement: 'rebuffer_percentage',
  description: 'Rebuffering is unusually high',
  impact: '',
  breakdowns: [] as object[],
  alert_rule: null,
  anomaly: { usual: 1, limit: 2, area: 'above', sensitivity: 'medium', window_duration: 300 },
  alert_rule_id: null,
  start_time: at(18),
  end_time: at(22) as number | null,
  resolution_reason: 'data_triggered_resolution',
  resolved_by: null,
  metric_now: null,
  metric_on_trigger: 4 as number | null,
  metric_on_resolution: null,
  metric_on_end: 1,
  peak_metric_during_incident: 5,
  ccv_on_start: 100,
  ccv_on_end: 100,
  time_series_data_on_start: [],
  time_series_data_on_end: [],
  affected_views: 412,
  affected_views_per_hour: 100,
  affected_views_per_hour_on_open: 100,
  is_flapping: false,
  acknowledged_by: null,
  acknowledged_at: null,
  snoozed_until: null,
  silence_id: null,
  ...given,
})

const part = (dimension: string, value: string) => ({ id: dimension, name: dimension, value })
const fastlyInGermany = [part('cdn', 'fastly'), part('country', 'DE')]

interface Watched {
  worst?: object[]
  incident_count?: number
  rule_count?: number
  anomalies?: 'off' | 'learning' | 'on'
  judging?: {
    state: 'current' | 'ahead'
    judged_until: number | null
    anomalies_wait_until: number | null
  }
}

const aSummary = ({ worst = [], ...given }: Watched = {}): GivenResponse => ({
  body: {
    data: {
      worst,
      incident_count: worst.length,
      rule_count: 0,
      judging: { state: 'current', judged_until: null, anomalies_wait_until: null },
      anomalies: 'off',
      ...given,
    },
  },
})

const aChange = (parts: { dimension: string; value: string }[], share = 0.9) => {
  const range = { value: 0.01, views: 100 }
  const more = { value: 0.05, views: 100 }
  return {
    body: {
      data: {
        metric: 'rebuffer_percentage',
        measurement: 'avg',
        before: range,
        after: more,
        sureness: 1,
        searched_dimensions: 3,
        searched_groups: 9,
        rows: [
          {
            parts,
            filters: [],
            share,
            sureness: 1,
            before: range,
            after: more,
            without: 0.01,
            rate_effect: 0.03,
            mix_effect: 0,
          },
        ],
        moment: null,
        shared_error: null,
      },
      timeframe: [at(18), at(22)],
      baseline: [at(17), at(18)],
      total_row_count: 1,
    },
  }
}

const summary = 'GET /ui/v1/alert-summary'

const open = (api: ApiHandlers, { search = '', featureFlags = {} } = {}) =>
  openScreen(Screen, {
    address: '/organizations/$organizationId/environments/$environmentId/data',
    href: `${place}/data${search}`,
    session: aSession({ featureFlags: { alertingV2: true, ...featureFlags } }),
    api,
  })

const card = async () => within(await screen.findByRole('region', { name: 'Incidents' }))

test('each incident is a sentence with its cause that leads to it, in the order of the server', async () => {
  const { requests } = await open({
    [summary]: aSummary({
      worst: [
        anIncident(1, { breakdowns: fastlyInGermany }),
        anIncident(2, {
          measurement: 'views',
          anomaly: { ...anIncident(2).anomaly, area: 'below' },
          end_time: new Date(2026, 10, 20, 2).getTime() / 1_000,
          affected_views: 1,
        }),
        anIncident(3, {
          measurement: 'playback_failure_percentage',
          status: 'open',
          end_time: null,
          breakdowns: [part('error_type_id', '77')],
        }),
      ],
      incident_count: 7,
    }),
  })
  const found = await card()
  const links = await found.findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Rebuffering rose from 18:00 to 22:00 on Nov 19: Fastly in Germany',
    'Views fell from 18:00 on Nov 19 to 02:00 on Nov 20',
    'Playback failures have been high since 18:00 on Nov 19: error 77',
    'All 7',
  ])
  expect(links[0]?.getAttribute('href')).toBe(`${place}/alerts/incidents/anomaly/${anId(1)}`)
  expect(links[3]?.getAttribute('href')).toBe(`${place}/alerts/incidents?status=all`)
  const items = found.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items[0]).toMatch(/412 affected views$/)
  expect(items[1]).toMatch(/1 affected view$/)
  expect(items[2]).toMatch(/Open412 affected views$/)
  // The search for anomalies knows the cause.
  expect(requests.filter(({ path }) => path.endsWith('/changes'))).toEqual([])
})

test('the cause of an incident of a rule is what explains the change of its metric', async () => {
  const rule = {
    id: 'aaaaaaaa-0000-4000-8000-000000000001',
    environment_id: ids.environment,
    name: null,
    display_name: 'Rebuffering is above 5% for 5 minutes',
    metric: 'current-rebuffering-percentage',
    threshold_alert: { value: 5, area: 'above', close_value: null, close_after: 120 },
    window_duration: 300,
    window_min_views: 25,
    filters: [],
    group_by: ['country'],
    groups_max: 20,
    on_no_data: 'keep',
    severity: 'alert',
    channel_ids: null,
    is_enabled: true,
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.000Z',
  }
  const { requests } = await open({
    [summary]: aSummary({
      worst: [
        anIncident(1, {
          type: 'threshold',
          measurement: 'current-rebuffering-percentage',
          anomaly: null,
          alert_rule: rule,
          breakdowns: [part('country', 'DE')],
        }),
      ],
    }),
    'GET /ui/v1/metrics/rebuffer_percentage/changes': aChange([
      { dimension: 'cdn', value: 'fastly' },
    ]),
  })
  const found = await card()
  expect(
    await found.findByText('Rebuffering rose from 18:00 to 22:00 on Nov 19: Fastly in Germany'),
  ).toBeTruthy()
  const [asked] = requests.filter(({ path }) => path.endsWith('/changes'))
  expect(asked?.search.getAll('timeframe[]')).toEqual([at(18), at(22)].map(String))
  expect(asked?.search.getAll('baseline[]')).toEqual([at(17), at(18)].map(String))
  expect(asked?.search.getAll('filters[]')).toEqual(['country:DE'])
})

test.each<[string, Watched, string[]]>([
  [
    'rules',
    { rule_count: 2 },
    ['No incidents in the last 24 hours.', '2 alert rules watch this environment.'],
  ],
  [
    'rules and anomalies',
    { rule_count: 1, anomalies: 'on' },
    [
      'No incidents in the last 24 hours.',
      '1 alert rule and the search for anomalies watch this environment.',
    ],
  ],
  [
    'anomalies',
    { anomalies: 'on' },
    ['No incidents in the last 24 hours.', 'The search for anomalies watches this environment.'],
  ],
  [
    'rules that wait for the clock',
    {
      rule_count: 2,
      judging: { state: 'ahead', judged_until: at(13), anomalies_wait_until: null },
    },
    ['No incidents in the last 24 hours.', 'Alert rules are not judged until Nov 19, 2026, 13:00.'],
  ],
  [
    'a search for anomalies that waits for the clock',
    {
      anomalies: 'on',
      judging: { state: 'current', judged_until: null, anomalies_wait_until: at(13) },
    },
    ['No incidents in the last 24 hours.', 'Anomalies are not searched until Nov 19, 2026, 13:00.'],
  ],
  ['nothing', {}, ['Nothing is being watched.', 'No alert rule is on']],
  [
    'anomalies that have too few days',
    { anomalies: 'learning' },
    ['Nothing is being watched.', 'The search for anomalies needs more days of views.'],
  ],
])('without incidents it says what is watched: %s', async (_, watched, texts) => {
  await open({ [summary]: aSummary(watched) })
  const found = await card()
  for (const text of texts) expect(await found.findByText(text, { exact: false })).toBeTruthy()
  const link = found.queryByRole('link', { name: 'Alert rules' })
  expect(link?.getAttribute('href')).toBe(
    texts[0] === 'Nothing is being watched.' ? `${place}/alerts/rules` : undefined,
  )
})

test('a range in the past has the incidents of its last day', async () => {
  const { requests } = await open(
    { [summary]: aSummary({ rule_count: 1 }) },
    { search: `?timeframe[]=${at(0) - 2 * 86_400}&timeframe[]=${at(12)}` },
  )
  const found = await card()
  expect(
    await found.findByText('No incidents from 12:00 on Nov 18 to 12:00 on Nov 19.'),
  ).toBeTruthy()
  const [asked] = requests.filter(({ path }) => path === '/ui/v1/alert-summary')
  expect(['from', 'until'].map((name) => Number(asked?.search.get(name)))).toEqual([
    at(12) - 86_400,
    at(12),
  ])
})

test('it keeps its place while it loads, and offers to try again when it fails', async () => {
  let isAway = true
  await open({
    [summary]: () =>
      isAway
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
        : aSummary({ rule_count: 1 }),
  })
  const frame = () => screen.getByRole('region', { name: 'Incidents' }).className
  const waiting = frame()
  expect(waiting).toMatch(/\bh-\[/)
  const found = await card()
  const retry = await found.findByRole('button', { name: 'Try again' })
  expect(frame()).toBe(waiting)
  isAway = false
  await userEvent.click(retry)
  expect(await (await card()).findByText('No incidents in the last 24 hours.')).toBeTruthy()
  expect(frame()).toBe(waiting)
})

test('without alerts in the plan nothing is asked and nothing is shown', async () => {
  const { requests } = await open({}, { featureFlags: { alertingV2: false } })
  await screen.findByRole('heading', { name: 'Data Overview' })
  expect(screen.queryByRole('region', { name: 'Incidents' })).toBeNull()
  expect(requests.filter(({ path }) => path.startsWith('/ui/v1/alert'))).toEqual([])
})
