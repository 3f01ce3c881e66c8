import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ChartMoment } from '@playhead/charts/chart-data.ts'
import type { Incident } from '@playhead/features/data/alerts/web'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import { Part as NotificationsCard } from './incident-notifications-card.tsx'
import { Part as NotifiedMoment } from './notified-moment-part.tsx'
import { Part as RuleChannels } from './rule-channels-part.tsx'
import { Part as Silence } from './silence-part.tsx'
import { Part as SilencedBy } from './silences/silenced-by-part.tsx'

afterEach(stopScreens)

const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const address = '/organizations/$organizationId/environments/$environmentId/alerts'
const href = `/organizations/${ids.organization}/environments/${ids.environment}/alerts`

const pageOf = (rows: unknown[]) => ({
  body: { data: rows, total_row_count: rows.length, page: 1, limit: 50 },
})

const aNotification = (number: number, overrides: object = {}) => ({
  id: number,
  channel: { id: id(1), service: 'slack', value_hint: 'https://hooks.…' },
  kind: 'opened',
  number: 0,
  status: 'sent',
  held_by: null,
  attempts: 1,
  queued_at: minutesAgo(10),
  attempted_at: minutesAgo(9),
  next_attempt_at: null,
  error: null,
  ...overrides,
})

const openCard = (notifications: object[] = [], status: Incident['status'] = 'closed') => {
  const incident = { id: id(7), status, endTime: 1_000 } as Incident
  return openScreen(() => <NotificationsCard incident={incident} />, {
    address,
    href,
    api: { [`GET /ui/v1/alert-incidents/${id(7)}/notifications`]: pageOf(notifications) },
  })
}

const rowTexts = async () => {
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row')
  return rows.map((row) => [...row.children].map(({ textContent }) => textContent))
}

test('what was sent about an incident, with the answers of failed tries', async () => {
  await openCard([
    aNotification(1),
    aNotification(2, {
      channel: { id: id(2), service: 'pagerduty', value_hint: 'R0…' },
      status: 'pending',
      attempts: 2,
      error: 'The receiver answered 502: Bad Gateway',
      next_attempt_at: new Date(Date.now() + 5 * 60_000).toISOString(),
    }),
    aNotification(3, { kind: 'ended', status: 'held', attempts: 0, attempted_at: null }),
    aNotification(4, {
      channel: { id: id(4), service: 'email', value_hint: 't…@example.com' },
      status: 'pending',
      attempts: 0,
      attempted_at: null,
      next_attempt_at: new Date(Date.now() + 43 * 60_000).toISOString(),
    }),
  ])
  await screen.findByText('Delivered')
  expect(await rowTexts()).toEqual([
    ['Slackhttps://hooks.…', 'Opened', '10 minutes ago', 'Delivered9 minutes ago, first try'],
    [
      'PagerDutyR0…',
      'Opened',
      '10 minutes ago',
      'Waiting9 minutes ago, second tryThe receiver answered 502: Bad GatewayNext try in 5 minutes',
    ],
    ['Slackhttps://hooks.…', 'Ended', '10 minutes ago', 'Held back'],
    [
      'Emailt…@example.com',
      'Opened',
      '10 minutes ago',
      'WaitingFirst try in 43 minutesAfter five mails in an hour, the rest go in one.',
    ],
  ])
})

test('what waits for a channel that is off says so', async () => {
  await openCard([
    aNotification(1, { status: 'pending', attempts: 5, error: 'The receiver answered 404' }),
    aNotification(2, { status: 'pending', attempts: 0, attempted_at: null }),
  ])
  await screen.findAllByText('Channel off')
  const then = 'It is sent if the channel is switched on again within a day.'
  expect((await rowTexts()).map((row) => row.at(-1))).toEqual([
    `Channel off9 minutes ago, fifth tryThe receiver answered 404${then}`,
    `Channel off${then}`,
  ])
})

test('the chart of an incident is given when its channels were notified', async () => {
  const Chart = () => {
    const [moments, setMoments] = useState<readonly ChartMoment[]>([])
    const incident = { id: id(7), status: 'closed', endTime: 1_000 } as Incident
    return (
      <>
        <NotifiedMoment incident={incident} onMoments={setMoments} />
        {moments.map(({ id: key, time, label }) => (
          <p key={key}>
            {label} at {new Date(time).toISOString()}
          </p>
        ))}
      </>
    )
  }
  const at = '2026-11-20T12:00:04.000Z'
  await openScreen(Chart, {
    address,
    href,
    api: {
      [`GET /ui/v1/alert-incidents/${id(7)}/notifications`]: pageOf([
        aNotification(1, { status: 'failed', attempted_at: '2026-11-20T12:00:01.000Z' }),
        aNotification(2, { attempted_at: '2026-11-20T12:00:34.000Z' }),
        aNotification(3, { attempted_at: at }),
        aNotification(4, { kind: 'ended', attempted_at: '2026-11-20T12:00:02.000Z' }),
      ]),
    },
  })
  expect(await screen.findByText(`Notified 2 channels at ${at}`)).toBeTruthy()
})

test('ALRT-011 the end of an expired incident is called expired, as in its message', async () => {
  await openCard([aNotification(1), aNotification(2, { kind: 'ended' })], 'expired')
  await screen.findAllByText('Delivered')
  expect((await rowTexts()).map(([, about]) => about)).toEqual(['Opened', 'Expired'])
})

test('an incident of which nobody was notified', async () => {
  await openCard()
  expect(await screen.findByText('No one was notified')).toBeTruthy()
})

const aChannel = (number: number, overrides: object = {}) => ({
  id: id(number),
  service: 'email',
  value: `team-${number}@example.com`,
  value_hint: 't…@example.com',
  alert_types: ['threshold', 'anomaly'],
  enabled: true,
  stays_in_outbox: false,
  switched_off_at: null,
  last_sent_at: null,
  last_error: null,
  created_at: minutesAgo(9_000),
  ...overrides,
})

const openChoice = (
  channels: object[],
  initial: string[] | null = null,
  more: ApiHandlers = {},
) => {
  const Form = () => {
    const [channelIds, setChannelIds] = useState(initial)
    return (
      <>
        <RuleChannels channelIds={channelIds} onChange={setChannelIds} />
        <output>{JSON.stringify(channelIds)}</output>
      </>
    )
  }
  return openScreen(Form, {
    address,
    href,
    api: { 'GET /ui/v1/notification-channels': pageOf(channels), ...more },
  })
}

test('a rule notifies all channels of thresholds, or those that are chosen', async () => {
  await openChoice([aChannel(1), aChannel(2), aChannel(3, { alert_types: ['anomaly'] })])
  const chosen = () => screen.getByRole('status').textContent
  expect(await screen.findByText('2 now')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /Some channels/ }))
  expect(chosen()).toBe(JSON.stringify([id(1), id(2)]))
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
  await userEvent.click(screen.getByRole('checkbox', { name: /team-1/ }))
  expect(chosen()).toBe(JSON.stringify([id(2)]))
  await userEvent.click(screen.getByRole('radio', { name: /All channels/ }))
  expect(chosen()).toBe('null')
})

test('a test goes to each channel that the rule notifies, and its answers are shown', async () => {
  const answered = (delivered: boolean, text: string) => ({
    body: {
      data: {
        delivered,
        status_code: delivered ? 200 : 404,
        answer: delivered ? text : null,
        error: delivered ? null : text,
        duration_ms: 12,
      },
    },
  })
  const { requests } = await openChoice(
    [aChannel(1), aChannel(2), aChannel(3, { enabled: false }), aChannel(4)],
    null,
    {
      [`POST /ui/v1/notification-channels/${id(1)}/test`]: answered(true, 'ok'),
      [`POST /ui/v1/notification-channels/${id(2)}/test`]: answered(false, 'No such mailbox'),
      [`POST /ui/v1/notification-channels/${id(4)}/test`]: {
        status: 429,
        body: { error: { type: 'too_many_requests', messages: ['Try again in 9 minutes.'] } },
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send test' }))
  await screen.findByText('Try again in 9 minutes.')
  const answers = within(screen.getByRole('list', { name: 'Answers to the test' }))
  expect(answers.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Accepted Email team-1@example.comok',
    'Refused Email team-2@example.comNo such mailbox',
    'Refused Email team-4@example.comTry again in 9 minutes.',
  ])
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3)
})

test('those who only read a rule see the names of its channels', async () => {
  const channels = [
    aChannel(1, { value: null }),
    aChannel(2, { service: 'pagerduty', value: null, value_hint: '…NGKEY', enabled: false }),
    aChannel(3, { alert_types: ['anomaly'] }),
  ]
  const api = { 'GET /ui/v1/notification-channels': pageOf(channels) }
  const openText = (channelIds: string[] | null) =>
    openScreen(() => <RuleChannels channelIds={channelIds} onChange={undefined} />, {
      address,
      href,
      api,
    })
  await openText(null)
  expect(await screen.findByText('Email t…@example.com, PagerDuty …NGKEY (off)')).toBeTruthy()
  await stopScreens()
  await openText([])
  expect(await screen.findByText('No one')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a rule whose channels are all off says that no one is notified', async () => {
  await openChoice([aChannel(1, { enabled: false }), aChannel(2, { alert_types: ['anomaly'] })])
  expect(await screen.findByText('0 now')).toBeTruthy()
  const notice = 'No such channel is on, so this rule notifies no one.'
  expect(screen.getByText(notice)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /Some channels/ }))
  expect(screen.getByText(notice)).toBeTruthy()
})

test('a rule whose channels were deleted says that no one is notified', async () => {
  await openChoice([aChannel(1)], [id(9)])
  const notice = /this rule notifies no one/
  expect(await screen.findByText(notice)).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /team-1/ }))
  expect(screen.queryByText(notice)).toBeNull()
})

test.each([
  ['without channels', [], 'No notifications are sent yet.'],
  ['beside others', [aChannel(1)], '1 now'],
])('%s, one is added without leaving the form', async (_, given, text) => {
  const channels = [...given]
  const submitted: unknown[] = []
  const Form = () => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted.push(event)
      }}
    >
      <RuleChannels channelIds={null} onChange={() => {}} />
    </form>
  )
  const { requests } = await openScreen(Form, {
    address,
    href,
    api: {
      'GET /ui/v1/notification-channels': () => pageOf(channels),
      'POST /ui/v1/notification-channels': () => {
        channels.push(aChannel(7))
        return { status: 201, body: { data: { ...aChannel(7), signing_secret: null } } }
      },
    },
  })
  expect(await screen.findByText(text)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add channel' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('Email address'), 'team-7@example.com{Enter}')
  expect(await screen.findByText(`${given.length + 1} now`)).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(submitted).toEqual([])
})

const rulesPath = '/ui/v1/incident-notification-rules'
const breakdowns = [
  { name: 'country', value: 'DE' },
  { name: 'cdn', value: 'fastly' },
]

const aNotificationRule = (action: string, rules: object[] = breakdowns.toReversed()) => ({
  id: id(5),
  rules,
  status: 'active',
  action,
  created_by: null,
  created_at: minutesAgo(5),
})

/** A server that stores what is muted. */
const openSilence = (...given: ReturnType<typeof aNotificationRule>[]) => {
  let rules = given
  const set = (action: string) => () => {
    rules = [aNotificationRule(action)]
    return { body: { data: rules[0] } }
  }
  return openScreen(() => <Silence breakdowns={breakdowns} />, {
    address,
    href,
    api: {
      [`GET ${rulesPath}`]: () => pageOf(rules),
      [`POST ${rulesPath}`]: set('reject'),
      [`POST ${rulesPath}/${id(5)}/mute`]: set('reject'),
      [`POST ${rulesPath}/${id(5)}/unmute`]: set('allow'),
    },
  })
}

const pressSilence = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Silence' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('CDN: Fastly')).toBeTruthy()
  expect(dialog.getByText('Country: Germany')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Silence' }))
}

test('ALRT-038 ALRT-041 silencing asks first, and creates a notification rule of the values', async () => {
  const { requests } = await openSilence(aNotificationRule('reject', [breakdowns[0]!]))
  await userEvent.click(await screen.findByRole('button', { name: 'Silence' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  await pressSilence()
  expect(await screen.findByRole('button', { name: 'Unsilence' })).toBeTruthy()
  const [created] = requests.filter(({ method }) => method === 'POST')
  expect(created).toMatchObject({
    path: rulesPath,
    body: { incident_notification_rule: { rules: breakdowns } },
  })
})

test('ALRT-041 ALRT-042 a rule that exists is muted and unmuted', async () => {
  const { requests } = await openSilence(aNotificationRule('allow'))
  await pressSilence()
  await userEvent.click(await screen.findByRole('button', { name: 'Unsilence' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Unsilence' })).toBeNull())
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    `${rulesPath}/${id(5)}/mute`,
    `${rulesPath}/${id(5)}/unmute`,
  ])
})

const sessionOf = (isAdmin: boolean) => {
  const organization = anOrganization({ isAdmin })
  return aSession({ organization, organizations: [organization] })
}

const openScheduled = (isAdmin: boolean) =>
  openScreen(() => <Silence breakdowns={breakdowns} ruleId={id(6)} />, {
    address,
    href,
    session: sessionOf(isAdmin),
    api: {
      [`GET ${rulesPath}`]: pageOf([]),
      'GET /ui/v1/alert-rules': { body: { data: [], total_row_count: 0 } },
      'POST /ui/v1/silences': { status: 500, body: { error: { type: 'x', messages: ['No.'] } } },
    },
  })

test('an admin silences for a time the rule and the values of an incident', async () => {
  const { requests } = await openScheduled(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Silence' }))
  expect(await screen.findByRole('menuitem', { name: 'Until unsilenced…' })).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'For a time…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Create silence' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true))
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/ui/v1/silences',
    body: { silence: { rule_ids: [id(6)], matches: breakdowns } },
  })
})

test('a member silences values, and makes no silence', async () => {
  const { requests } = await openScheduled(false)
  await pressSilence()
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true))
  expect(requests.some(({ path }) => path === '/ui/v1/silences')).toBe(false)
})

const aSilence = (number: number, overrides: object = {}) => ({
  id: id(number),
  note: `Silence ${number}`,
  starts_at: minutesAgo(60),
  ends_at: minutesAgo(-60),
  repeats: null,
  time_zone: null,
  rule_ids: null,
  matches: [],
  is_active: true,
  incidents: 0,
  created_by: null,
  created_at: minutesAgo(60),
  ...overrides,
})

const openSilenced = (incident: Partial<Incident>, ...silences: object[]) =>
  openScreen(
    () => (
      <SilencedBy
        incident={
          {
            status: 'open',
            alertRuleId: id(6),
            silenceId: null,
            breakdowns,
            ...incident,
          } as Incident
        }
      />
    ),
    { address, href, api: { 'GET /ui/v1/silences': pageOf(silences) } },
  )

test('an open incident is silenced by the active silence of its rule and values', async () => {
  await openSilenced(
    { silenceId: id(2) },
    aSilence(1, { matches: [breakdowns[0], { name: 'cdn', value: 'akamai' }] }),
    aSilence(2, { is_active: false }),
    aSilence(3, { rule_ids: [id(5)] }),
    aSilence(4, { rule_ids: [id(6)], matches: [breakdowns[1]] }),
  )
  const link = await screen.findByRole('link', { name: 'Silence 4' })
  expect(link.getAttribute('href')).toBe(`${href}/silences`)
  expect(screen.getByText(/Notifications are held back until/)).toBeTruthy()
})

test('an incident that ended names the silence that it opened in', async () => {
  await openSilenced({ status: 'closed', silenceId: id(2) }, aSilence(1), aSilence(2))
  expect(await screen.findByRole('link', { name: 'Silence 2' })).toBeTruthy()
  expect(screen.getByText(/It opened in this silence/)).toBeTruthy()
})

test('an incident of a deleted silence says so', async () => {
  await openSilenced({ silenceId: id(2) }, aSilence(1, { is_active: false }))
  expect(await screen.findByText(/Silenced by a silence that is deleted/)).toBeTruthy()
})
