import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import {
  aJudging,
  anEndedIncident,
  anIncident,
  aPageOf,
  aRule,
  home,
  anIncidentId,
  openAlerts,
  aRuleId,
} from '../testing-alerts.tsx'
import { Screen } from './incidents-screen.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const path = '/ui/v1/alert-incidents'

const open = (
  api: ApiHandlers = {},
  more: { search?: string; flags?: object; isAdmin?: boolean } = {},
) =>
  openAlerts(Screen, {
    address: 'alerts/incidents',
    at: `alerts/incidents${more.search ?? ''}`,
    api,
    ...more,
  })

const rules = (...list: object[]) => ({
  'GET /ui/v1/alert-rules': { body: { data: list, total_row_count: list.length } },
})

const askedOf = (requests: readonly ReceivedRequest[]) =>
  requests.filter((one) => one.path === path).map(({ search }) => search)

const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(name) }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('ALRT-001 ALRT-003 ALRT-004 the open incidents, 50 from page 1, below the tabs of the area', async () => {
  const { requests } = await open({ ...rules(aRule()), [`GET ${path}`]: aPageOf([anIncident()]) })
  const tabs = within(screen.getByRole('navigation', { name: 'Alerts pages' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Incidents',
    'Alert Rules',
    'Notification Channels',
    'Silences',
  ])
  const row = within(await screen.findByRole('row', { name: /One view in nine fails/ }))
  expect(row.getByRole('link').getAttribute('href')).toBe(
    `${home}/alerts/incidents/threshold/${anIncidentId(1)}`,
  )
  const cells = row.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells[0]).toMatch(/^11\.25 %, above 5 %/)
  expect(cells[1]).toBe('2,310')
  expect(cells[2]).toBe('412')
  expect(cells[3]).toBe('10 minutes agofor 10 m')
  expect(cells[4]).toBe('Nobody yet')
  const [first] = askedOf(requests)
  expect(Object.fromEntries(first!)).toMatchObject({ status: 'open', page: '1', limit: '50' })
})

test('ALRT-003 all statuses send no filter', async () => {
  const { requests, router } = await open({
    ...rules(aRule()),
    [`GET ${path}`]: aPageOf([anIncident(), anEndedIncident()]),
  })
  await screen.findByText('Closed')
  await choose('Status', 'All statuses')
  await waitFor(() => expect(askedOf(requests).at(-1)?.has('status')).toBe(false))
  expect(router.state.location.href).toContain('status=all')
})

test('an anomaly is listed with what is unusual, and leads to its own page', async () => {
  await open({
    ...rules(),
    [`GET ${path}`]: aPageOf([
      anIncident(4, {
        type: 'anomaly',
        measurement: 'rebuffer_percentage',
        description: 'Rebuffering percentage is unusually high: Fastly, Germany',
        impact: 'Rebuffering percentage is 4 % where 1 % is usual, in 200 views of 5 minutes.',
        alert_rule: null,
        alert_rule_id: null,
        anomaly: {
          usual: 1,
          limit: 2.5,
          area: 'above',
          sensitivity: 'medium',
          window_duration: 300,
        },
        metric_now: 4,
      }),
    ]),
  })
  const row = within(await screen.findByRole('row', { name: /unusually high: Fastly, Germany/ }))
  expect(row.getByRole('link').getAttribute('href')).toBe(
    `${home}/alerts/incidents/anomaly/${anIncidentId(4)}`,
  )
  expect(row.getAllByRole('cell')[0]?.textContent).toMatch(/^4 %, above 2\.5 %/)
  expect(row.getByText(/where 1 % is usual/)).toBeTruthy()
})

test('what an ended incident meant is said of the time it was open', async () => {
  await open({ ...rules(aRule()), [`GET ${path}`]: aPageOf([anEndedIncident()]) })
  expect(
    await screen.findByText('While it was open: One view in nine fails for 2,300 viewers.'),
  ).toBeTruthy()
})

test('a value and its threshold are read with what they count', async () => {
  const metric = 'current-concurrent-viewers'
  const rule = (area: string) =>
    aRule(1, { metric, threshold_alert: { value: 1, area, close_value: null, close_after: 120 } })
  await open({
    ...rules(aRule()),
    [`GET ${path}`]: aPageOf([
      anIncident(1, {
        measurement: metric,
        description: 'Nobody watches',
        alert_rule: rule('below'),
        metric_now: 0,
      }),
      anIncident(2, { measurement: metric, alert_rule: rule('above'), metric_now: 1 }),
      anEndedIncident(3, {
        measurement: metric,
        alert_rule: rule('below'),
        peak_metric_during_incident: 0.4,
      }),
    ]),
  })
  await screen.findByText('Nobody watches')
  const [, ...rows] = screen.getAllByRole('row')
  const values = rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)
  expect(values[0]).toBe('0 viewers, below 1Current concurrent viewers')
  expect(values[1]).toMatch(/^1 viewer, no longer above 1/)
  expect(values[2]).toMatch(/^Lowest 0\.4 viewers, below 1/)
})

test('ALRT-013 the type and the rule of the address narrow the list', async () => {
  const search = `?type=anomaly&rule=${aRuleId(1)}&status=closed`
  const { requests, router } = await open(rules(aRule(1, { display_name: 'Failures' })), { search })
  expect(await screen.findByText('No incidents found')).toBeTruthy()
  const [first] = askedOf(requests)
  expect(Object.fromEntries(first!)).toMatchObject({
    type: 'anomaly',
    rule: aRuleId(1),
    status: 'closed',
  })
  expect(await screen.findByRole('button', { name: /Failures/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'open' }))
})

test('an unknown status, type or rule in the address is as if it were not there', async () => {
  const { requests } = await open(rules(aRule()), { search: '?status=x&type=y&rule=z' })
  await screen.findByText('Nothing is wrong.')
  const [asked] = askedOf(requests)
  expect(['status', 'type', 'rule'].map((name) => asked!.get(name))).toEqual(['open', null, null])
})

test('nothing is wrong, and how many rules watch', async () => {
  await open(rules(aRule(1), aRule(2), aRule(3, { is_enabled: false })))
  expect(await screen.findByText('Nothing is wrong.')).toBeTruthy()
  expect(await screen.findByText('2 rules watch this environment.')).toBeTruthy()
})

test.each([
  [1, 'The rule of this environment is switched off, so none of its metrics opens an incident.'],
  [
    2,
    'All 2 rules of this environment are switched off, so none of its metrics opens an incident.',
  ],
])('where %d rules are off, nothing is said to be right', async (count, text) => {
  const off = Array.from({ length: count }, (_, index) => aRule(index + 1, { is_enabled: false }))
  await open(rules(...off))
  expect(await screen.findByText('No alert rule is on')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('Nothing is wrong.')).toBeNull()
  expect(screen.getByRole('link', { name: 'Alert rules' }).getAttribute('href')).toBe(
    `${home}/alerts/rules`,
  )
})

test.each([
  ['with a rule', [aRule()], 'Nothing is wrong.'],
  ['without rules', [], 'No alert rules yet'],
])('%s, incidents that have ended are a link away', async (_, list, title) => {
  await open({
    ...rules(...list),
    [`GET ${path}`]: ({ search }) =>
      search.get('status') === 'open' ? aPageOf([]) : aPageOf([anEndedIncident(), anIncident(3)]),
  })
  expect(await screen.findByText(title)).toBeTruthy()
  const link = await screen.findByRole('link', { name: '2 incidents have ended' })
  expect(link.getAttribute('href')).toBe(`${home}/alerts/incidents?status=all`)
})

test('ALRT-019 without rules the first step is to make one', async () => {
  await open()
  expect(await screen.findByText('No alert rules yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create alert rule' }).getAttribute('href')).toBe(
    `${home}/alerts/rules/new`,
  )
})

test('a quiet list says when no rule is judged', async () => {
  await open({ ...rules(aRule()), 'GET /ui/v1/alert-judging': aJudging('ahead') })
  expect(await screen.findByText('Nothing is wrong.')).toBeTruthy()
  expect(
    await screen.findByText('Alert rules are not judged until Nov 26, 2026, 17:40.'),
  ).toBeTruthy()
})

test('a quiet list says when anomalies are not searched, also without rules', async () => {
  const until = new Date(2026, 10, 26, 17, 45).getTime() / 1_000
  await open({ 'GET /ui/v1/alert-judging': aJudging('late', until) })
  const notice = await screen.findByText('Anomalies are not searched until Nov 26, 2026, 17:45.')
  expect(notice.closest('[role=status]')?.textContent).toContain(
    'The clock of the server was set back.',
  )
  expect(screen.queryByText(/Alert rules have not been judged/)).toBeNull()
})

test('members make no rules', async () => {
  await open({}, { isAdmin: false })
  expect(await screen.findByText('No alert rules yet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create alert rule' })).toBeNull()
})

test('ALRT-002 without the flag there is no tab of rules, and none is asked for', async () => {
  const { requests } = await open({}, { flags: { alertingV2: false } })
  expect(await screen.findByText('No incidents are open')).toBeTruthy()
  expect(screen.getByText('Alert rules are not part of this plan.')).toBeTruthy()
  expect(screen.queryByText('Nothing is wrong.')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Alert Rules' })).toBeNull()
  expect(requests.some((one) => one.path === '/ui/v1/alert-rules')).toBe(false)
})

test('a failure says what happened and is tried again', async () => {
  let isAway = true
  await open({
    ...rules(aRule()),
    [`GET ${path}`]: () =>
      isAway
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Not today.'] } } }
        : aPageOf([anIncident()]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Not today.')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('One view in nine fails for 2,300 viewers.')).toBeTruthy()
})
