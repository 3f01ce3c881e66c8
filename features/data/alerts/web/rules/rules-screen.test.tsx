import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import type { DeclaredPart } from '@playhead/web-kit/slot.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { ruleSilence, type RuleSilenceProps } from '../slots.ts'
import { aJudging, aRule, home, openAlerts, aRuleId } from '../testing-alerts.tsx'
import { Screen } from './rules-screen.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const path = '/ui/v1/alert-rules'

const figures = (number: number, overrides: object = {}) => ({
  alert_rule_id: aRuleId(number),
  incidents: 48,
  median_seconds: 180,
  self_ended: 40,
  acknowledged: 3,
  at_night: 12,
  notifications_sent: 96,
  notifications_held: 0,
  incidents_per_week: 11.2,
  is_noisy: true,
  proposal: null,
  ...overrides,
})

const anomalies = {
  is_enabled: false,
  sensitivity: 'medium',
  measures: ['playback_failure_percentage', 'views'],
  history_days: 9,
  missing_days: 5,
  judged_until: null,
  looks_back_until: null as number | null,
}

const server = (...given: ReturnType<typeof aRule>[]) => {
  let rules = given
  const api: ApiHandlers = {
    [`GET ${path}`]: () => ({ body: { data: rules, total_row_count: rules.length } }),
    'GET /ui/v1/alert-rule-figures': { body: { data: [figures(1)] } },
    'GET /ui/v1/anomaly-settings': { body: { data: anomalies } },
  }
  for (const { id } of given) {
    api[`PATCH ${path}/${id}`] = ({ body }) => {
      rules = rules.map((one) => (one.id === id ? { ...one, ...(body as object) } : one))
      return { body: { data: rules.find((one) => one.id === id) } }
    }
    api[`DELETE ${path}/${id}`] = () => {
      rules = rules.filter((one) => one.id !== id)
      return { status: 204 }
    }
  }
  return api
}

interface OpenOptions {
  isAdmin?: boolean
  search?: string
  parts?: DeclaredPart[]
}

const open = (api: ApiHandlers = {}, more: OpenOptions = {}) =>
  openAlerts(Screen, {
    address: 'alerts/rules',
    at: `alerts/rules${more.search ?? ''}`,
    api,
    ...more,
  })

const pressAction = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('ALRT-017 ALRT-018 the rules, 20 from page 0, with what they did in 30 days', async () => {
  const { requests } = await open(
    server(
      aRule(1, { name: 'Failures', display_name: 'Failures', group_by: ['cdn'] }),
      aRule(2, { display_name: 'Quiet' }),
    ),
  )
  const row = within(await screen.findByRole('row', { name: /Failures/ }))
  expect(await row.findByText('Noisy')).toBeTruthy()
  expect(row.getByText('All views, for each CDN')).toBeTruthy()
  const cells = row.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(0, 5)).toEqual(['48median 3 m', '40 of 48', '3 of 48', '12 of 48', '96'])
  expect(row.getByRole('link', { name: '48' }).getAttribute('href')).toBe(
    `${home}/alerts/incidents?status=all&rule=${aRuleId(1)}`,
  )
  expect(within(screen.getByRole('row', { name: /Quiet/ })).queryByText('Noisy')).toBeNull()
  const listed = requests.find((one) => one.path === path)
  expect(Object.fromEntries(listed!.search)).toMatchObject({ page: '0', limit: '20' })
})

test('a rule without incidents has no link to them', async () => {
  await open({
    ...server(aRule(1, { display_name: 'Failures' })),
    'GET /ui/v1/alert-rule-figures': {
      body: { data: [figures(1, { incidents: 0, median_seconds: null, is_noisy: false })] },
    },
  })
  const row = within(await screen.findByRole('row', { name: /Failures/ }))
  expect(await row.findByText('0')).toBeTruthy()
  expect(row.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Failures'])
})

test('ALRT-018 the second page of the address is page 1', async () => {
  const { requests } = await open(
    { [`GET ${path}`]: { body: { data: [aRule()], total_row_count: 21 } } },
    { search: '?page=2' },
  )
  await screen.findByRole('link', { name: 'Page 1' })
  expect(requests.find((one) => one.path === path)?.search.get('page')).toBe('1')
})

test('ALRT-019 without rules', async () => {
  await open()
  expect(await screen.findByText('No alert rules yet')).toBeTruthy()
})

test('ALRT-025 a rule is switched off and on again', async () => {
  const { requests } = await open(server(aRule(1, { display_name: 'Failures' })))
  await pressAction('Failures', 'Switch off')
  expect(await screen.findByText('Alert rule updated')).toBeTruthy()
  expect(await screen.findByText('Off')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_enabled: false })
  await pressAction('Failures', 'Switch on')
  await waitFor(() => expect(screen.queryByText('Off')).toBeNull())
})

test('ALRT-025 a rule is deleted after a question', async () => {
  await open(server(aRule(1, { display_name: 'Failures' })))
  await pressAction('Failures', 'Delete')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Failures')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete rule' }))
  expect(await screen.findByText('Alert rule deleted')).toBeTruthy()
  expect(await screen.findByText('No alert rules yet')).toBeTruthy()
})

test('ALRT-023 a duplicate is made in the form', async () => {
  const { router } = await open(server(aRule(1, { display_name: 'Failures' })))
  await pressAction('Failures', 'Duplicate')
  await waitFor(() =>
    expect(router.state.location.href).toBe(`${home}/alerts/rules/new?copy=${aRuleId(1)}`),
  )
})

test('a rule is silenced by the form of another feature', async () => {
  const api = server(aRule(1, { display_name: 'Failures' }), aRule(2, { display_name: 'Others' }))
  const Part = ({ ruleId, onClose }: RuleSilenceProps) => (
    <button type="button" onClick={onClose}>
      Silence {ruleId}
    </button>
  )
  await open(api, { parts: [ruleSilence({ order: 1, load: async () => ({ Part }) })] })
  await pressAction('Others', 'Silence…')
  await userEvent.click(await screen.findByText(`Silence ${aRuleId(2)}`))
  expect(screen.queryByText(`Silence ${aRuleId(2)}`)).toBeNull()
})

test('members read rules and change nothing', async () => {
  await open(server(aRule(1, { display_name: 'Failures' })), { isAdmin: false })
  expect(await screen.findByRole('link', { name: 'Failures' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create alert rule' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull()
})

test.each([
  [
    'ahead',
    'Alert rules are not judged until Nov 26, 2026, 17:40.',
    'The clock of the server was set back. Until it catches up, rules open and end no incidents.',
  ],
  [
    'late',
    'Alert rules have not been judged since Nov 26, 2026, 17:40.',
    'No incident of a rule opens or ends. Once rules are judged again, the ten minutes before are judged as well.',
  ],
] as const)('rules that are not judged say so: %s', async (state, what, meaning) => {
  await open({ ...server(aRule()), 'GET /ui/v1/alert-judging': aJudging(state) })
  const notice = (await screen.findByText(what)).closest('[role=status]')
  expect(notice?.textContent).toBe(`${what} ${meaning}`)
})

test('admins switch the search for anomalies on and choose how sensitive it is', async () => {
  let settings = anomalies
  const { requests } = await open({
    ...server(),
    'GET /ui/v1/anomaly-settings': () => ({ body: { data: settings } }),
    'PATCH /ui/v1/anomaly-settings': ({ body }) => {
      settings = { ...settings, ...(body as object) }
      return { body: { data: settings } }
    },
  })
  const toggle = await screen.findByRole('switch', { name: /search for anomalies/iu })
  expect(screen.queryByRole('radio', { name: 'High' })).toBeNull()
  await userEvent.click(toggle)
  expect(await screen.findByText(/5 more days of views are needed/u)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'High' })).toHaveProperty('disabled', false),
  )
  await userEvent.click(screen.getByRole('radio', { name: 'High' }))
  expect(await screen.findByText('Opens at 3.6 times the usual spread.')).toBeTruthy()
  await waitFor(() => expect(settings).toMatchObject({ is_enabled: true, sensitivity: 'high' }))
  const patches = requests.filter(({ method }) => method === 'PATCH')
  expect(patches.map(({ body }) => body)).toEqual([
    { is_enabled: true, look_back_days: 7 },
    { sensitivity: 'high' },
  ])
})

test('the last missing day is said in the singular', async () => {
  const settings = { ...anomalies, is_enabled: true, missing_days: 1 }
  await open({ ...server(), 'GET /ui/v1/anomaly-settings': { body: { data: settings } } })
  expect(
    await screen.findByText('Nothing is judged yet: 1 more day of views is needed.'),
  ).toBeTruthy()
})

test('while the last days are searched, it says up to when, and that nothing is sent', async () => {
  const midnight = new Date(2026, 10, 19).getTime() / 1_000
  const settings = { ...anomalies, is_enabled: true, missing_days: 0 }
  const api = (looksBackUntil: number | null) => ({
    ...server(),
    'GET /ui/v1/anomaly-settings': {
      body: { data: { ...settings, judged_until: midnight, looks_back_until: looksBackUntil } },
    },
  })
  await open(api(midnight + 86_400))
  expect((await screen.findByText(/^The last 7 days are being searched/)).textContent).toMatch(
    /up to Nov 19, 2026, 00:00 so far\. Nothing is sent about their incidents\.$/,
  )
})

test('admins choose in which metrics anomalies are searched, at least one', async () => {
  let settings = { ...anomalies, is_enabled: true, missing_days: 0 }
  await open({
    ...server(),
    'GET /ui/v1/anomaly-settings': () => ({ body: { data: settings } }),
    'PATCH /ui/v1/anomaly-settings': ({ body }) => {
      settings = { ...settings, ...(body as object) }
      return { body: { data: settings } }
    },
  })
  const metric = (name: string) => screen.findByRole('switch', { name })
  expect(await metric('Rebuffering percentage')).toHaveProperty('checked', false)
  await userEvent.click(await metric('Rebuffering percentage'))
  await waitFor(() =>
    expect(settings.measures).toEqual([
      'playback_failure_percentage',
      'rebuffer_percentage',
      'views',
    ]),
  )
  for (const name of ['Playback failures', 'Rebuffering percentage']) {
    await waitFor(async () => expect(await metric(name)).toHaveProperty('disabled', false))
    await userEvent.click(await metric(name))
  }
  await waitFor(() => expect(settings.measures).toEqual(['views']))
  await waitFor(async () => expect(await metric('Views')).toHaveProperty('disabled', true))
  expect(await metric('Views')).toHaveProperty('checked', true)
})

test('members see the search for anomalies, but cannot change it', async () => {
  await open(server(), { isAdmin: false })
  const toggle = await screen.findByRole('switch', { name: /search for anomalies/iu })
  expect(toggle).toHaveProperty('disabled', true)
})
