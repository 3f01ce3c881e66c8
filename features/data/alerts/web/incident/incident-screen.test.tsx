import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { incidentCard } from '../slots.ts'
import {
  anEndedIncident,
  anIncident,
  aPageOf,
  aRule,
  home,
  anIncidentId,
  openAlerts,
  aRuleId,
} from '../testing-alerts.tsx'
import { Screen } from './incident-screen.tsx'
import { anIncidentServer, openIncident, readFact } from './testing-incident.tsx'
// Chunks that the screen loads when they are opened: on a busy machine, that takes longer than a test waits for an element.
import '@playhead/ui/menus/menu-popover.tsx'
import './resolve-dialog.tsx'
import './snooze-dialog.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

test('ALRT-007 ALRT-009 an open incident: its title, the value now, the viewers at the start, and the way to real time', async () => {
  await openIncident(
    anIncident(1, {
      breakdowns: [
        { id: 'cdn', name: 'cdn', value: 'fastly' },
        { id: 'country', name: 'country', value: 'DE' },
      ],
      alert_rule: aRule(1, {
        group_by: ['country'],
        filters: [
          { dimension: 'cdn', value: 'fastly', display_value: 'fastly', exclude: false },
          { dimension: 'player_name', value: null, display_value: '', exclude: true },
        ],
      }),
    }),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident - open' })).toBeTruthy()
  expect(document.title).toBe('Incident - open | Playhead')
  expect(await readFact('Now')).toBe('11.25 %6.5 % when it opened')
  expect(await readFact('Affected views')).toBe(
    '412failed, beyond what the rule allows2,310 concurrent viewers at the start',
  )
  expect(await readFact('Peak')).toContain('12.5 %')
  const realTime = screen.getByRole('link', { name: /View in Real Time/ }).getAttribute('href')
  expect(realTime).toBe(
    `${home}/monitoring/playback-failure-percentage?filters[]=cdn:fastly&filters[]=!player_name:__null__&filters[]=country:DE`,
  )
  expect(screen.getByText('Open for 10 m')).toBeTruthy()
  expect(screen.getByText(/One view in nine fails/)).toBeTruthy()
})

test('ALRT-006 ALRT-007 ALRT-010 ALRT-014 a closed incident is resolved in the title and has start, end, peak, duration and a chart', async () => {
  const given = anEndedIncident()
  await openIncident(given)
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident - resolved' })).toBeTruthy()
  expect(screen.queryByText(/the alert rule was changed/)).toBeNull()
  expect(await readFact('Started')).toContain('41 m long')
  expect(await readFact('Ended')).toMatch(/^\d\d:\d\d/)
  expect(await readFact('At the end')).toBe('4.25 %1,900 concurrent viewers')
  expect(await readFact('Peak')).toContain('12.5 %')
  const chart = await screen.findByRole('slider', { name: /Playback failure percentage from half/ })
  expect(chart.getAttribute('aria-valuetext')).toMatch(/points in time$/)
  for (const action of ['Acknowledge', 'Resolve', /Snooze/])
    expect(screen.queryByRole('button', { name: action })).toBeNull()
  const realTime = screen.getByRole('link', { name: /View in Real Time/ }).getAttribute('href')
  expect(realTime).toContain(`start=${given.start_time}`)
})

test('an incident that began before the last 24 hours has no link into real-time data', async () => {
  const end = Math.floor(Date.now() / 1_000) - 86_400
  await openIncident(anEndedIncident(2, { start_time: end - 60, end_time: end }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident - resolved' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /View in Real Time/ })).toBeNull()
})

test('a chart whose values could not be loaded says so', async () => {
  const given = anIncident()
  await openIncident(given, {
    api: { [`GET /ui/v1/alert-incidents/${given.id}/points`]: { status: 503, body: {} } },
  })
  expect(await screen.findByText('The values since then could not be loaded.')).toBeTruthy()
})

test('ALRT-011 an expired incident is like a closed one with its own status', async () => {
  await openIncident(
    anEndedIncident(2, {
      status: 'expired',
      resolution_reason: 'unknown_resolution_reason',
      expired_by: 'few_viewers',
      is_flapping: true,
    }),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident - expired' })).toBeTruthy()
  expect(screen.getAllByText('Expired').length).toBeGreaterThan(0)
  expect(
    screen.getByText(
      'This incident expired: for 15 minutes there were too few viewers to judge it.',
    ),
  ).toBeTruthy()
  // It has ended already.
  expect(screen.queryByText(/it closes after/)).toBeNull()
  expect(screen.queryByText(/the alert rule was changed/)).toBeNull()
  expect(await readFact('Started')).toContain('41 m long')
  expect(await readFact('Ended')).toMatch(/^\d\d:\d\d/)
  expect(await readFact('Peak')).toContain('12.5 %')
  expect(
    await screen.findByRole('slider', { name: /Playback failure percentage from half/ }),
  ).toBeTruthy()
})

test('ALRT-014 an incident that a change of its rule ended says so', async () => {
  await openIncident(
    anEndedIncident(2, { resolution_reason: 'alert_rule_updated_triggered_resolution' }),
  )
  expect(
    await screen.findByText('This incident ended because the alert rule was changed.'),
  ).toBeTruthy()
})

test.each([
  ['threshold', 'Incident - open'],
  ['anomaly', 'Anomaly Alert Incident - open'],
] as const)('ALRT-008 ALRT-012 the way back of the type %s', async (type, title) => {
  await openIncident(anIncident(1, { type }))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  const crumb = crumbs.getByRole('link', { name: 'Incidents' })
  expect(crumb.getAttribute('href')).toBe(`${home}/alerts/incidents?type=${type}`)
})

test('ALRT-015 one that does not exist says so and leads to the list', async () => {
  const { router } = await openIncident(anIncident(), {
    api: {
      [`GET /ui/v1/alert-incidents/${anIncidentId(1)}`]: {
        status: 404,
        body: { error: { type: 'not_found', messages: ['Nothing.'] } },
      },
    },
  })
  await waitFor(() => expect(router.state.location.pathname).toBe(`${home}/alerts/incidents`))
  expect(toasts.list()).toMatchObject([
    { title: 'API Request Failed', description: 'Could not find that alert incident.' },
  ])
})

test('it is acknowledged, snoozed and resolved', async () => {
  const { requests } = await openIncident(anIncident())
  await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText('Acknowledged by mira@northlight.example')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Snooze' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'For 4 hours' }))
  expect(await screen.findByText(/^Snoozed: no notifications are sent until/)).toBeTruthy()
  const snooze = requests.find(({ path }) => path.endsWith('/snooze'))
  const { until } = snooze!.body as { until: string }
  expect(Math.abs(Date.parse(until) - Date.now() - 4 * 3_600_000)).toBeLessThan(60_000)
  await userEvent.click(screen.getByRole('button', { name: 'Snoozed' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End the snooze' }))
  await waitFor(() =>
    expect(screen.queryByText(/^Snoozed: no notifications are sent until/)).toBeNull(),
  )

  await userEvent.click(screen.getByRole('button', { name: 'Resolve' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }))
  expect(await screen.findByRole('heading', { name: 'Incident - resolved' })).toBeTruthy()
  expect(screen.getByText('Resolved by mira@northlight.example')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull()
})

test('ALRT-038 it is snoozed until a chosen time in the next 30 days', async () => {
  const { requests } = await openIncident(anIncident())
  const press = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Until a time…' }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await press()
  expect(
    dialog.getByRole('heading', {
      name: 'Snooze “Playback failure percentage is above 5% for 5 minutes”',
    }),
  ).toBeTruthy()
  expect(dialog.getByText(/The incident stays open and listed/)).toBeTruthy()
  const day = dialog.getByRole('spinbutton', { name: /^year/ })
  await userEvent.click(day)
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  expect(await dialog.findByText('Choose a time within the next 30 days.')).toBeTruthy()
  await userEvent.click(day)
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  expect(await screen.findByText(/^Snoozed: no notifications are sent until/)).toBeTruthy()
  const snoozes = requests.filter(({ path }) => path.endsWith('/snooze'))
  expect(snoozes).toHaveLength(1)
  const until = Date.parse((snoozes[0]!.body as { until: string }).until)
  expect(until % 3_600_000).toBe(0)
  expect(until - Date.now()).toBeGreaterThan(3_600_000 - 60_000)
  expect(until - Date.now()).toBeLessThanOrEqual(2 * 3_600_000)
})

test('the views since it opened are compared with those of the hour before', async () => {
  const given = anEndedIncident()
  const { requests } = await openIncident(given)
  await screen.findByRole('region', { name: 'What these views share' })
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/changes'))).toBe(true))
  const asked = requests.find(({ path }) => path.endsWith('/changes'))
  expect(asked?.path).toBe('/ui/v1/metrics/playback_failure_percentage/changes')
  const minute = (seconds: number) => String(Math.floor(seconds / 60) * 60)
  const [from, to] = asked!.search.getAll('timeframe[]')
  expect(from).toBe(minute(given.start_time))
  expect(Number(to)).toBeGreaterThanOrEqual(given.end_time!)
  expect(asked!.search.getAll('baseline[]')).toEqual([String(Number(from) - 3_600), from])
})

test('what those shared whom it affected as it opened is said before any finished view is compared', async () => {
  const causes = [
    { id: 'cdn', value: 'fastly', share: 0.918, share_of_viewers: 0.21 },
    { id: 'country', value: 'DE', share: 0.8, share_of_viewers: 0.25 },
  ]
  await openIncident(anIncident(1, { causes }))
  const card = within(await screen.findByRole('region', { name: 'What these views share' }))
  expect(card.getByText(/^As it opened/).textContent).toBe(
    'As it opened, 92 % of failures came from CDN Fastly, which had 21 % of viewers; 80 % from Country Germany, which had 25 %.',
  )
})

test('without finished views to compare it says so, and offers no other range', async () => {
  const nothing = { value: null, views: 0 }
  await openIncident(anIncident(), {
    api: {
      'GET /ui/v1/metrics/playback_failure_percentage/changes': {
        body: {
          data: {
            metric: 'playback_failure_percentage',
            measurement: 'avg',
            before: nothing,
            after: nothing,
            sureness: 0,
            searched_dimensions: 0,
            searched_groups: 0,
            rows: [],
            moment: null,
            shared_error: null,
          },
          timeframe: [3_600, 7_200],
          baseline: [0, 3_600],
          total_row_count: 0,
        },
      },
    },
  })
  expect(await screen.findByText('Nothing to compare')).toBeTruthy()
  expect(screen.queryByText(/Choose another range/)).toBeNull()
})

test('of an anomaly the cause that the search found is named, and all views since its first window are compared with a week before', async () => {
  const anomaly = {
    usual: 1,
    limit: 4,
    area: 'above',
    sensitivity: 'medium',
    window_duration: 3_600,
  }
  const breakdowns = [
    { id: 'cdn', name: 'cdn', value: 'fastly' },
    { id: 'country', name: 'country', value: 'DE' },
  ]
  const given = anEndedIncident(3, { type: 'anomaly', alert_rule: null, anomaly, breakdowns })
  const { requests } = await openIncident(given)
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/changes'))).toBe(true))
  const asked = requests.find(({ path }) => path.endsWith('/changes'))
  const [from] = asked!.search.getAll('timeframe[]')
  expect(from).toBe(String(Math.floor((given.start_time - 3_300) / 60) * 60))
  expect(asked!.search.getAll('baseline[]')).toEqual(
    asked!.search.getAll('timeframe[]').map((at) => String(Number(at) - 7 * 86_400)),
  )
  expect(asked!.search.getAll('filters[]')).toEqual([])
  const card = within(screen.getByRole('region', { name: 'What these views share' }))
  expect(
    card.getByText('All finished views since it began, against the same time a week before'),
  ).toBeTruthy()
  expect(card.getByText(/^The search found it in/).textContent).toBe(
    'The search found it in Fastly in Germany: 12.5 % at worst, where 1 % is usual.',
  )
})

test('an incident of many hours is compared with the hour before it, too', async () => {
  const { end_time: end } = anEndedIncident()
  const given = anEndedIncident(2, { start_time: end! - 20 * 3_600 })
  const { requests } = await openIncident(given)
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/changes'))).toBe(true))
  const asked = requests.find(({ path }) => path.endsWith('/changes'))
  const [from] = asked!.search.getAll('timeframe[]')
  expect(asked!.search.getAll('baseline[]')).toEqual([String(Number(from) - 3_600), from])
})

const changesApi = (startTime: number): ApiHandlers => {
  const at = (seconds: number) => new Date((startTime + seconds) * 1_000).toISOString()
  const aChange = (number: number, seconds: number, overrides: object = {}) => ({
    id: anIncidentId(number),
    action: 'notification_channel.updated',
    subject_type: 'notification_channel',
    subject_id: 'a-channel',
    subject_name: `Change ${number}`,
    environment_id: ids.environment,
    actor_kind: 'user',
    actor_email: 'mira@northlight.example',
    masquerading: false,
    detail: {},
    created_at: at(seconds),
    network: null,
    user_agent: null,
    ...overrides,
  })
  const notes = [
    { id: anIncidentId(20), date: at(-30), note: 'Release 4.2', sub_property_id: null },
    { id: anIncidentId(21), date: at(1), note: 'After it began', sub_property_id: null },
    { id: anIncidentId(22), date: at(-3_600), note: 'An hour before', sub_property_id: null },
    { id: anIncidentId(23), date: at(-3_601), note: 'Too early', sub_property_id: null },
  ]
  const changes = [
    aChange(10, -600),
    aChange(11, -600, { environment_id: aRuleId(9) }),
    aChange(12, -600, { action: 'annotation.created' }),
  ]
  return {
    'GET /data/v1/annotations': aPageOf(notes, { timeframe: [0, 1] }),
    'GET /ui/v1/organization/changes': aPageOf(changes, { actions: [], actors: [] }),
  }
}

const listChangesBefore = async () => {
  const card = within(await screen.findByRole('region', { name: 'What changed before' }))
  return (await card.findAllByRole('listitem')).map(({ textContent }) => textContent)
}

test('what was noted and changed in the hour before it began, newest first', async () => {
  const given = anIncident()
  await openIncident(given, { api: changesApi(given.start_time) })
  expect(await listChangesBefore()).toEqual([
    'Release 4.2less than a minute before',
    'Notification channel updated: Change 10mira@northlight.example, 10 minutes before',
    'An hour before60 minutes before',
  ])
  const card = within(screen.getByRole('region', { name: 'What changed before' }))
  expect(card.getByRole('link', { name: 'All changes' }).getAttribute('href')).toBe(
    `${home}/activity/changes`,
  )
})

test('a change that names the group of the incident says so', async () => {
  const causes = [{ id: 'country', value: 'DE', share: 0.8, share_of_viewers: 0.25 }]
  const given = anIncident(1, {
    breakdowns: [{ id: 'cdn', name: 'cdn', value: 'fastly' }],
    causes,
  })
  const note = (number: number, text: string) => ({
    id: anIncidentId(number),
    date: new Date((given.start_time - number) * 1_000).toISOString(),
    note: text,
    sub_property_id: null,
  })
  await openIncident(given, {
    api: {
      ...changesApi(given.start_time),
      'GET /data/v1/annotations': aPageOf([
        note(20, 'Steering in Germany: 40 % to 85 % FASTLY'),
        note(21, 'Fastlyne is another word'),
      ]),
    },
    isAdmin: false,
  })
  expect(await listChangesBefore()).toEqual([
    'Steering in Germany: 40 % to 85 % FASTLYNames Fastly and Germanyless than a minute before',
    'Fastlyne is another wordless than a minute before',
  ])
})

test('members see what was noted, and never ask who changed settings', async () => {
  const given = anIncident()
  const { requests } = await openIncident(given, {
    api: changesApi(given.start_time),
    isAdmin: false,
  })
  expect(await listChangesBefore()).toEqual([
    'Release 4.2less than a minute before',
    'An hour before60 minutes before',
  ])
  expect(screen.queryByRole('link', { name: 'All changes' })).toBeNull()
  expect(requests.some(({ path }) => path === '/ui/v1/organization/changes')).toBe(false)
})

test('an hour in which nothing was noted or changed', async () => {
  await openIncident(anIncident(), {
    api: {
      'GET /data/v1/annotations': aPageOf([], { timeframe: [0, 1] }),
      'GET /ui/v1/organization/changes': aPageOf([], { actions: [], actors: [] }),
    },
  })
  expect(await screen.findByText('Nothing was noted or changed.')).toBeTruthy()
})

test('five views that failed lead to their replays', async () => {
  const { requests } = await openIncident(anIncident(), {
    api: {
      'GET /data/v1/video-views': {
        body: {
          data: [
            {
              id: 'a-view',
              video_title: 'Cup final',
              player_error_message: 'manifest not found',
              viewer_os_family: 'Android',
              view_end: '2026-11-20T12:00:00.000Z',
            },
          ],
          total_row_count: 1,
          timeframe: [0, 1],
        },
      },
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Views that failed' }))
  const link = await card.findByRole('link', { name: 'Cup final' })
  expect(link.getAttribute('href')).toBe(`${home}/views/a-view`)
  expect(card.getByText(/^manifest not found, Android, Nov 20, 2026/)).toBeTruthy()
  const asked = requests.find(({ path }) => path === '/data/v1/video-views')!.search
  expect([asked.get('error_id'), asked.get('limit')]).toEqual(['any', '5'])
})

test('other features put their cards on the page', async () => {
  const given = anIncident()
  await openAlerts(Screen, {
    address: 'alerts/incidents/threshold/$incidentId',
    at: `alerts/incidents/threshold/${given.id}`,
    api: anIncidentServer(given),
    parts: [
      incidentCard({
        order: 1,
        load: async () => ({ Part: ({ incident }) => <p>A card of {incident.description}</p> }),
      }),
    ],
  })
  expect(await screen.findByText(/^A card of Playback failure percentage/)).toBeTruthy()
})

test('ALRT-008 ALRT-009 an anomaly: what is usual, where it begins, its causes and the way to real time', async () => {
  await openIncident(
    anIncident(1, {
      type: 'anomaly',
      measurement: 'playback_failure_percentage',
      description: 'Playback failures are unusually high: Fastly, Germany',
      impact: 'It is 19 % where 1.2 % is usual, in 80 views of 5 minutes.',
      breakdowns: [
        { id: 'cdn', name: 'cdn', value: 'fastly' },
        { id: 'error_type_id', name: 'error_type_id', value: '7' },
      ],
      alert_rule: null,
      alert_rule_id: null,
      anomaly: {
        usual: 1.2,
        limit: 6.4,
        area: 'above',
        sensitivity: 'medium',
        window_duration: 300,
      },
      ccv_on_start: null,
    }),
  )
  expect(await screen.findByRole('heading', { name: 'Anomaly Alert Incident - open' })).toBeTruthy()
  expect(await readFact('Now')).toBe('11.25 %6.5 % when it opened')
  expect(await readFact('Usually')).toBe('1.2 %unusual above 6.4 %, over 5 minutes')
  const link = screen.getByRole('link', { name: /view in real time/iu })
  const href = decodeURIComponent(link.getAttribute('href') ?? '')
  expect(href).toContain('monitoring/playback-failure-percentage')
  expect(href).toContain('cdn:fastly')
  expect(href).not.toContain('error_type_id')
})
