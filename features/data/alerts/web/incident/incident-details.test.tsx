import { screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { incidentMoments, type IncidentMomentsProps, ruleChannels } from '../slots.ts'
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

beforeEach(() => toasts.clear())
afterEach(stopScreens)

test.each([
  ['threshold', 300, 'By the minute; the rule judges windows of 5 minutes.'],
  ['threshold', 60, undefined],
  ['anomaly', 3_600, 'By 5 minutes; the search judges windows of 60 minutes.'],
] as const)('the chart of %s with windows of %d s says %s', async (type, seconds, text) => {
  const rule = aRule(1, { window_duration: seconds })
  const anomaly = {
    usual: 1,
    limit: 4,
    area: 'above',
    sensitivity: 'medium',
    window_duration: seconds,
  }
  await openIncident(
    anEndedIncident(2, {
      type,
      alert_rule: type === 'threshold' ? rule : null,
      anomaly: type === 'anomaly' ? anomaly : null,
    }),
  )
  await screen.findByRole('slider', { name: /Playback failure percentage from half/ })
  expect(screen.queryByText(/judges windows of/)?.textContent).toBe(text)
})

test('what an ended incident meant is said of the time it was open, with its views rounded', async () => {
  await openIncident(anEndedIncident(2, { affected_views: 18_643.7 }))
  expect(
    await screen.findByText(/^While it was open: One view in nine fails for 2,300 viewers\.$/),
  ).toBeTruthy()
  expect(await readFact('Affected views')).toMatch(/^18,600failed/)
})

test('the worst value of a rule about too low a value is the lowest', async () => {
  const metric = 'current-concurrent-viewers'
  const rule = aRule(1, { metric, threshold_alert: { value: 20, area: 'below', close_after: 120 } })
  const given = anEndedIncident(2, {
    measurement: metric,
    alert_rule: rule,
    peak_metric_during_incident: 3,
  })
  await openIncident(given, {
    api: { 'GET /ui/v1/alert-incidents': aPageOf([given, { ...given, id: anIncidentId(4) }]) },
  })
  expect(await readFact('Lowest')).toBe('3 viewersthe worst window')
  expect(screen.queryByText('Peak')).toBeNull()
  const card = within(await screen.findByRole('region', { name: 'Similar incidents' }))
  expect(card.getByText(/, lowest 3 viewers$/)).toBeTruthy()
})

test('the rule as it was, and how it is now', async () => {
  await openIncident(anIncident(), {
    api: {
      [`GET /ui/v1/alert-rules/${aRuleId(1)}`]: {
        body: { data: aRule(1, { window_duration: 60 }) },
      },
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Rule' }))
  expect(
    card.getByText(
      'Playback failure percentage is above 5 % for 5 minutes, with at least 25 viewers.',
    ),
  ).toBeTruthy()
  expect(card.getByText('below 4.5 % for 2 minutes')).toBeTruthy()
  expect(await card.findByText(/ for 1 minute/)).toBeTruthy()
  expect(card.getByRole('link', { name: 'Edit rule' }).getAttribute('href')).toBe(
    `${home}/alerts/rules/${aRuleId(1)}`,
  )
})

test('a rule about starts says that its minimum counts attempts', async () => {
  const metric = 'video-startup-failure-percentage'
  const threshold = { value: 10, area: 'above', close_value: 8, close_after: 90 }
  const rule = aRule(1, { metric, threshold_alert: threshold })
  await openIncident(anIncident(1, { alert_rule: rule }))
  const card = within(await screen.findByRole('region', { name: 'Rule' }))
  expect(card.getByText(/ with at least 25 attempts to start\.$/)).toBeTruthy()
  expect(card.getByText('below 8 % for 90 seconds')).toBeTruthy()
})

test('a deleted rule is told, and has no link', async () => {
  await openIncident(anEndedIncident(2, { alert_rule_id: null }))
  const card = within(await screen.findByRole('region', { name: 'Rule' }))
  expect(card.getByText('Deleted')).toBeTruthy()
  expect(card.queryByRole('link')).toBeNull()
})

test('other incidents of the rule are listed with how long they were', async () => {
  const causes = [{ id: 'cdn', value: 'fastly', share: 0.9, share_of_viewers: 0.2 }]
  await openIncident(anIncident(), {
    api: { 'GET /ui/v1/alert-incidents': aPageOf([anIncident(), anEndedIncident(2, { causes })]) },
  })
  const card = within(await screen.findByRole('region', { name: 'Similar incidents' }))
  expect(card.getAllByRole('listitem')).toHaveLength(1)
  expect(card.getByText('41 m')).toBeTruthy()
  expect(card.getByText(/, peak 12\.5 %, mostly Fastly$/)).toBeTruthy()
  expect(card.getByRole('link', { name: 'All 2' }).getAttribute('href')).toBe(
    `${home}/alerts/incidents?status=all&rule=${aRuleId(1)}`,
  )
})

test('other anomalies of the same metric are listed', async () => {
  const anomaly = {
    usual: 1,
    limit: 4,
    area: 'above',
    sensitivity: 'medium',
    window_duration: 300,
  }
  const ofAnomaly = { type: 'anomaly', alert_rule: null, alert_rule_id: null, anomaly }
  const given = anIncident(1, ofAnomaly)
  const { requests } = await openIncident(given, {
    api: {
      'GET /ui/v1/alert-incidents': aPageOf([
        given,
        anEndedIncident(2, { ...ofAnomaly, measurement: 'views' }),
        anEndedIncident(3, ofAnomaly),
      ]),
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Similar incidents' }))
  expect(card.getAllByRole('listitem')).toHaveLength(1)
  expect(card.getByRole('link', { name: 'All anomalies' }).getAttribute('href')).toBe(
    `${home}/alerts/incidents?status=all&type=anomaly`,
  )
  const asked = requests.find(({ path }) => path === '/ui/v1/alert-incidents')
  expect(asked?.search.get('type')).toBe('anomaly')
})

test('the rule of an incident says whom it notifies and what it did in 30 days', async () => {
  const given = anIncident()
  const figures = {
    alert_rule_id: aRuleId(1),
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
  }
  await openAlerts(Screen, {
    address: 'alerts/incidents/threshold/$incidentId',
    at: `alerts/incidents/threshold/${given.id}`,
    api: {
      ...anIncidentServer(given),
      [`GET /ui/v1/alert-rules/${aRuleId(1)}`]: {
        body: { data: aRule(1, { channel_ids: [aRuleId(9)] }) },
      },
      [`GET /ui/v1/alert-rules/${aRuleId(1)}/figures`]: { body: { data: figures } },
    },
    parts: [
      ruleChannels({
        order: 1,
        load: async () => ({ Part: ({ channelIds }) => `Channel ${channelIds?.join(' ')}` }),
      }),
    ],
  })
  const card = within(await screen.findByRole('region', { name: 'Rule' }))
  expect(
    await card.findByText('48 incidents, median 3 m, 40 ended by themselves within 5 minutes'),
  ).toBeTruthy()
  expect(await card.findByText(`Channel ${aRuleId(9)}`)).toBeTruthy()
  expect(card.getByText('Notifies', { selector: 'dt' })).toBeTruthy()
})

test('the chart has the moments of other features and the annotations of its time', async () => {
  const given = anEndedIncident()
  const notified = { id: 'notified', time: given.start_time * 1_000, label: 'Notified 2 channels' }
  const moments = [notified]
  const Part = ({ onMoments }: IncidentMomentsProps) => {
    useEffect(() => onMoments(moments), [onMoments])
    return null
  }
  const { container, requests } = await openAlerts(Screen, {
    address: 'alerts/incidents/threshold/$incidentId',
    at: `alerts/incidents/threshold/${given.id}`,
    parts: [incidentMoments({ order: 1, load: async () => ({ Part }) })],
    api: {
      ...anIncidentServer(given),
      'GET /data/v1/annotations': aPageOf(
        [
          {
            id: anIncidentId(20),
            date: new Date((given.start_time - 120) * 1_000).toISOString(),
            note: 'Player 5.4.0 released',
            sub_property_id: null,
          },
        ],
        { timeframe: [0, 1] },
      ),
    },
  })
  await waitFor(() =>
    expect(
      [...container.querySelectorAll('.ph-chart-moment-label')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['Opened', 'Notified 2 channels', 'Ended']),
  )
  const notes = within(await screen.findByRole('group', { name: 'Annotations' }))
  expect(notes.getByRole('button', { name: /: Player 5\.4\.0 released$/ })).toBeTruthy()
  const spans = requests
    .filter(({ path }) => path === '/data/v1/annotations')
    .map(({ search }) => search.getAll('timeframe[]').map(Number))
  const from = Math.floor((given.start_time - 1_800) / 60) * 60
  expect(spans).toContainEqual([from, Math.floor(given.end_time! / 60) * 60 + 60])
})
