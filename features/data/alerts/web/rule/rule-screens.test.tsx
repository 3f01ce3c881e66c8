import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { aRule, aRuleId, home } from '../testing-alerts.tsx'
import {
  type AskedBacktest,
  aBacktest,
  pressOption,
  readVerdict,
  listBacktests,
  listSent,
  openEdit,
  openNew,
  pressSave,
  rulesPath,
  setField,
} from './testing-rule-form.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

test('ALRT-017 ALRT-020 ALRT-025 a rule is written as a sentence and created', async () => {
  const { requests, router } = await openNew({
    [`POST ${rulesPath}`]: { status: 201, body: { data: aRule() } },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'New alert rule' })).toBeTruthy()
  await pressOption('Metric', 'Current rebuffering percentage')
  await pressOption('Area', 'below')
  setField('Value', '1,5')
  await pressOption('Window', '1 minute')
  setField('Minimum audience', '100')
  setField('Name', 'Too little waiting')
  await pressSave()
  expect(await screen.findByText('Alert rule created')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe(`${home}/alerts/rules`))
  expect(listSent(requests, 'POST', rulesPath)[0]?.body).toEqual({
    name: 'Too little waiting',
    metric: 'current-rebuffering-percentage',
    threshold_alert: { value: 1.5, area: 'below', close_value: null, close_after: 120 },
    window_duration: 60,
    window_min_views: 100,
    filters: [],
    group_by: [],
    groups_max: 20,
    on_no_data: 'keep',
    severity: 'alert',
    channel_ids: null,
    is_enabled: true,
  })
})

test('while the metric cannot be loaded, the form does not say that nothing is measured', async () => {
  await openNew({
    'GET /data/v1/monitoring/metrics/playback-failure-percentage/timeseries': {
      status: 503,
      body: { error: { type: 'unavailable', messages: ['The database is not available.'] } },
    },
  })
  expect(await screen.findByText('The metric now could not be loaded')).toBeTruthy()
  expect(screen.queryByText('Nothing is measured now')).toBeNull()
})

test('ALRT-021 ALRT-022 the name is made from the rule until one is written', async () => {
  await openNew()
  const name = () => screen.getByLabelText('Name').getAttribute('placeholder')
  await screen.findByLabelText('Name')
  // More than half a percent is rare: the share is of those who watch in each step.
  expect(name()).toBe('Playback failure percentage is above 0.3% for 5 minutes')
  await pressOption('Window', '1 minute')
  setField('Value', '7.25')
  expect(name()).toBe('Playback failure percentage is above 7.25% for 1 minute')
  expect(screen.getByText('Made from the rule. Write one to replace it.')).toBeTruthy()
  setField('Name', 'Failures')
  expect(screen.getByText('Leave it empty to have it made from the rule.')).toBeTruthy()
  expect(screen.queryByText(/^Made from the rule/)).toBeNull()
})

test('ALRT-026 a refusal is told with the first message of the server, and the form stays', async () => {
  await openNew({
    [`POST ${rulesPath}`]: {
      status: 400,
      body: {
        error: {
          type: 'invalid_parameters',
          messages: ['An environment can have 200 alert rules.', 'Another one.'],
        },
      },
    },
  })
  await screen.findByLabelText('Value')
  await pressSave()
  const toast = (await screen.findByText('Create alert rule failed')).parentElement!
  expect(toast.textContent).toContain('An environment can have 200 alert rules.')
  expect(toast.textContent).not.toContain('Another one.')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
})

test('ALRT-023 a copy has the prefix and everything else of the rule', async () => {
  const rule = aRule(1, {
    window_min_views: 7,
    filters: [{ dimension: 'cdn', value: 'fastly', display_value: 'fastly', exclude: true }],
    group_by: ['country'],
  })
  const { requests } = await openNew(
    {
      [`GET ${rulesPath}/${rule.id}`]: { body: { data: rule } },
      [`POST ${rulesPath}`]: { status: 201, body: { data: rule } },
    },
    `?copy=${rule.id}`,
  )
  expect(await screen.findByLabelText('Name')).toHaveProperty(
    'value',
    'Copy of Playback failure percentage is above 5% for 5 minutes',
  )
  expect(screen.getByText('is not Fastly')).toBeTruthy()
  await pressSave()
  await screen.findByText('Alert rule created')
  expect(listSent(requests, 'POST', rulesPath)[0]?.body).toMatchObject({
    name: 'Copy of Playback failure percentage is above 5% for 5 minutes',
    window_min_views: 7,
    filters: rule.filters,
    group_by: ['country'],
  })
})

test('ALRT-024 ALRT-025 a rule is changed as a whole', async () => {
  const rule = aRule(1, { name: 'Failures', display_name: 'Failures', channel_ids: [aRuleId(9)] })
  const { requests } = await openEdit(rule, {
    [`PUT ${rulesPath}/${rule.id}`]: { body: { data: rule } },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Failures' })).toBeTruthy()
  setField('Value', '8')
  await userEvent.click(screen.getByText('Advanced'))
  setField('Value to close', '4')
  await pressOption('Severity', 'Warning')
  await userEvent.click(screen.getByRole('switch', { name: 'This rule is on' }))
  await pressSave()
  expect(await screen.findByText('Alert rule updated')).toBeTruthy()
  expect(listSent(requests, 'PUT', `${rulesPath}/${rule.id}`)[0]?.body).toMatchObject({
    name: 'Failures',
    threshold_alert: { value: 8, area: 'above', close_value: 4, close_after: 120 },
    severity: 'warning',
    channel_ids: [aRuleId(9)],
    is_enabled: false,
  })
})

test('ALRT-026 a refused change has the same words', async () => {
  const rule = aRule()
  await openEdit(rule, {
    [`PUT ${rulesPath}/${rule.id}`]: {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['No.'] } },
    },
  })
  await screen.findByLabelText('Value')
  await pressSave()
  expect(await screen.findByText('Create alert rule failed')).toBeTruthy()
})

test('members read a rule and how it behaves, and cannot change it', async () => {
  const rule = aRule(1, { display_name: 'Failures', group_by: ['cdn'] })
  const { requests } = await openEdit(rule, {}, false)
  expect(await screen.findByText('Only admins can change alert rules.')).toBeTruthy()
  expect(
    screen.getByText(
      'Alert when Playback failure percentage is above 5 % for 5 minutes, with at least 25 viewers.',
    ),
  ).toBeTruthy()
  const detail = (term: string) =>
    screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
  expect(detail('Scope')).toBe('All views, for each CDN')
  expect(detail('Closes')).toBe('below 4.5 % for 2 minutes')
  for (const name of ['Save', 'Delete', /^At 10 %/])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(document.querySelector('fieldset, input:disabled')).toBeNull()
  await readVerdict(
    'This rule would have fired 3 times in the last 30 days, for 41 minutes altogether.',
  )
  expect(screen.queryByRole('slider', { name: 'Value of the rule' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: '24 hours' }))
  await waitFor(() => expect(listBacktests(requests).map(({ days }) => days)).toEqual([30, 1]))
})

test('members are told that only admins create rules', async () => {
  await openNew({}, '', false)
  expect(await screen.findByText('Only admins can create alert rules')).toBeTruthy()
  expect(screen.queryByLabelText('Value')).toBeNull()
})

test('on a phone Save comes before the list of firings', async () => {
  const answer = Object.assign(window.matchMedia('all'), {})
  const media = vi.spyOn(window, 'matchMedia')
  media.mockImplementation(() => Object.defineProperty(answer, 'matches', { value: false }))
  await openNew()
  const firings = await screen.findByRole('table', { name: 'Firings' })
  const save = screen.getByRole('button', { name: 'Save' })
  const { DOCUMENT_POSITION_FOLLOWING: follows } = Node
  expect(save.compareDocumentPosition(firings) & follows).toBe(follows)
  media.mockRestore()
})

test('a noisy rule says so, with a value that is quieter', async () => {
  const rule = aRule()
  await openEdit(rule, {
    [`GET ${rulesPath}/${rule.id}/figures`]: {
      body: {
        data: {
          alert_rule_id: rule.id,
          incidents: 48,
          median_seconds: 180,
          self_ended: 40,
          acknowledged: 3,
          at_night: 12,
          notifications_sent: 96,
          notifications_held: 0,
          incidents_per_week: 11.2,
          is_noisy: true,
          proposal: { value: 8, fired: 2, seconds: 600 },
        },
      },
    },
  })
  expect(
    await screen.findByText(
      /^This rule is noisy: 11 incidents a week, and 40 of 48 ended by themselves within five minutes. At 8 % it would have fired twice in 30 days./,
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try 8 %' }))
  expect(screen.getByLabelText('Value')).toHaveProperty('value', '8')
})

test('the backtest says how often the rule would have fired, and how exact that is', async () => {
  const { requests } = await openNew()
  expect(
    await readVerdict(
      'This rule would have fired 3 times in the last 30 days, for 41 minutes altogether.',
    ),
  ).toBeTruthy()
  expect(screen.getByText(/estimated from finished views/)).toBeTruthy()
  expect(listBacktests(requests)).toMatchObject([
    { days: 30, alert_rule: { threshold_alert: { value: 0.3 } } },
  ])
  const firings = within(screen.getByRole('table', { name: 'Firings' }))
  expect(firings.getAllByRole('row')).toHaveLength(4)
  expect(firings.getByText('14.5 %')).toBeTruthy()
  expect(screen.getByText(/Now 0.24 %/).parentElement?.textContent).toBe(
    'Now 0.24 % with 2,140 viewersHighest 9 % in 24 hours',
  )
  const bars = within(screen.getByRole('region', { name: 'Times fired' }))
  expect(bars.getAllByRole('listitem').map((bar) => bar.textContent)).toEqual([
    'At 10 %: never0',
    'At 5 %: 3 times3',
    'At 2.4 %: 11 times11',
    'At 0.3 %: 3 times3',
  ])
  expect(bars.getAllByRole('listitem')[3]!.getAttribute('aria-current')).toBe('true')
  setField('Value', '6')
  // A value between those that were tried has its own bar, and what it says is what the verdict says.
  await waitFor(() =>
    expect(bars.getAllByRole('listitem').map((bar) => bar.textContent)).toEqual([
      'At 10 %: never0',
      'At 6 %: 3 times3',
      'At 5 %: 3 times',
      'At 2.4 %: 11 times11',
    ]),
  )
  expect(bars.getAllByRole('listitem')[1]!.getAttribute('aria-current')).toBe('true')
  setField('Value', '5')
  await userEvent.click(screen.getByRole('radio', { name: '24 hours' }))
  expect(
    await readVerdict(
      'This rule would have fired 3 times in the last 24 hours, for 41 minutes altogether.',
    ),
  ).toBeTruthy()
})

test('it asks once, 400 ms after the last change, and not for what is incomplete', async () => {
  let askedAt = 0
  const { requests } = await openNew({
    [`POST ${rulesPath}/backtest`]: ({ body }) => {
      askedAt = Date.now()
      return { body: { data: aBacktest(body as AskedBacktest) } }
    },
  })
  await readVerdict(
    'This rule would have fired 3 times in the last 30 days, for 41 minutes altogether.',
  )
  setField('Name', 'A name changes nothing')
  setField('Value', '')
  await readVerdict('Complete the rule to see when it would have fired.')
  expect(
    document.querySelector('[aria-live] [aria-busy=true], [aria-busy=true][aria-live]'),
  ).toBeNull()
  const typedAt = Date.now()
  setField('Value', '12')
  await readVerdict('This rule would not have fired in the last 30 days.')
  // Timers of browsers may be a millisecond early.
  expect(askedAt - typedAt).toBeGreaterThanOrEqual(398)
  expect(listBacktests(requests).map((one) => one.alert_rule.threshold_alert.value)).toEqual([
    0.3, 12,
  ])
  expect(screen.queryByRole('table', { name: 'Firings' })).toBeNull()
})

test('a suggestion and the line of the chart set the value', async () => {
  await openNew()
  await userEvent.click(await screen.findByRole('button', { name: 'At 10 %: never' }))
  expect(screen.getByLabelText('Value')).toHaveProperty('value', '10')
  await readVerdict('This rule would not have fired in the last 30 days.')
  const line = screen.getByRole('slider', { name: 'Value of the rule' })
  expect(line.getAttribute('aria-valuetext')).toBe('10 %')
  fireEvent.keyDown(line, { key: 'ArrowDown' })
  expect(screen.getByLabelText('Value')).toHaveProperty('value', '9.9')
})

test('a suggestion and the line of the chart move the closing value with the value', async () => {
  const { requests } = await openNew({
    [`POST ${rulesPath}`]: { status: 201, body: { data: aRule() } },
  })
  const closing = () => screen.getByLabelText('Value to close')
  const suggested = await screen.findByRole('button', { name: 'At 2.4 %: 11 times' })
  setField('Value', '5')
  setField('Value to close', '4')
  await userEvent.click(suggested)
  expect(screen.getByLabelText('Value')).toHaveProperty('value', '2.4')
  expect(closing()).toHaveProperty('value', '1.92')
  expect(screen.getByText('Closes below 1.92 % for 2 minutes')).toBeTruthy()
  const line = screen.getByRole('slider', { name: 'Value of the rule' })
  for (let step = 0; step < 8; step += 1) fireEvent.keyDown(line, { key: 'ArrowDown' })
  expect(screen.getByLabelText('Value')).toHaveProperty('value', '1.6')
  expect(closing()).toHaveProperty('value', '1.28')
  await pressSave()
  await screen.findByText('Alert rule created')
  expect(listSent(requests, 'POST', rulesPath)[0]?.body).toMatchObject({
    threshold_alert: { value: 1.6, close_value: 1.28 },
  })
})

test('a suggestion after a refusal takes the error of the closing value away', async () => {
  await openNew()
  const suggested = await screen.findByRole('button', { name: 'At 10 %: never' })
  setField('Value to close', '5.5')
  await pressSave()
  const error = 'The closing value must not be above the opening value'
  expect(await screen.findByText(error)).toBeTruthy()
  await userEvent.click(suggested)
  expect(screen.getByLabelText('Value to close')).toHaveProperty('value', '10')
  expect(screen.queryByText(error)).toBeNull()
})

test('a change that cannot be tested says so, keeps the answer before it, and is tried again', async () => {
  let isFull = false
  const { requests } = await openNew({
    [`POST ${rulesPath}/backtest`]: ({ body }) =>
      isFull
        ? {
            status: 429,
            body: { error: { type: 'too_many_requests', messages: ['Two at once.'] } },
          }
        : { body: { data: aBacktest(body as AskedBacktest) } },
  })
  const before =
    'This rule would have fired 3 times in the last 30 days, for 41 minutes altogether.'
  await readVerdict(before)
  isFull = true
  setField('Value', '12')
  expect(
    await screen.findByText(/^The last change could not be tested: Two at once\./),
  ).toBeTruthy()
  expect(await readVerdict(before)).toBeTruthy()
  isFull = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await readVerdict('This rule would not have fired in the last 30 days.')
  expect(screen.queryByText(/could not be tested/)).toBeNull()
  expect(listBacktests(requests).map((one) => one.alert_rule.threshold_alert.value)).toEqual([
    0.3, 12, 12,
  ])
})

test('a failed backtest is told and keeps nobody from saving', async () => {
  await openNew({
    [`POST ${rulesPath}/backtest`]: {
      status: 429,
      body: { error: { type: 'too_many_requests', messages: ['Two at once.'] } },
    },
    [`POST ${rulesPath}`]: { status: 201, body: { data: aRule() } },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Two at once.')
  await pressSave()
  expect(await screen.findByText('Alert rule created')).toBeTruthy()
})
