import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { home, anIncidentId, openAlerts } from '../testing-alerts.tsx'
import { silenceAction } from '../slots.ts'
import { Screen as OlderIncident } from './older-incident-screen.tsx'
import { Screen as OlderList } from './older-incidents-screen.tsx'

afterEach(stopScreens)

const path = '/data/v1/incidents'

/** As programs read it. */
const anOlderIncident = (number = 1, overrides: object = {}) => ({
  id: anIncidentId(number),
  incident_key: 'a key',
  type: 'threshold',
  status: 'closed',
  severity: 'alert',
  measurement: 'playback-failure-percentage',
  measured_value: 0.1125,
  measured_value_on_close: null,
  threshold: 0.05,
  sample_size: 2_310,
  sample_size_unit: 'viewers',
  affected_views: 412,
  affected_views_per_hour: 900,
  affected_views_per_hour_on_open: 800,
  description: 'Playback failures are unusually high: error manifest-gone, Fastly',
  error_description: '',
  impact: 'One view in nine fails.',
  breakdowns: [
    { id: 'cdn', name: 'cdn', value: 'fastly' },
    { id: 'error_type_id', name: 'error_type_id', value: '7' },
  ],
  notification_rules: [],
  notifications: [],
  started_at: '2026-11-20T12:00:00.123456Z',
  resolved_at: '2026-11-20T12:41:00.123456Z',
  ...overrides,
})

const page = (...rows: object[]) => ({
  body: { data: rows, total_row_count: rows.length, timeframe: [0, 1], page: 1, limit: 50 },
})

test('ALRT-035 ALRT-036 ALRT-037 the older list, with measurement, breakdowns, start and end', async () => {
  const { requests } = await openAlerts(OlderList, {
    address: 'incidents',
    api: { [`GET ${path}`]: page(anOlderIncident(), anOlderIncident(2, { resolved_at: null })) },
  })
  await screen.findAllByText('CDN: Fastly')
  const [, first, second] = screen.getAllByRole('row')
  const row = within(first!)
  expect(row.getByRole('link', { name: 'Playback failure percentage' }).getAttribute('href')).toBe(
    `${home}/incidents/${anIncidentId(1)}`,
  )
  expect(row.getByText('CDN: Fastly')).toBeTruthy()
  expect(row.getByRole('link', { name: 'manifest-gone' }).getAttribute('href')).toBe(
    `${home}/errors/7`,
  )
  const cells = row.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells[1]).toBe('11.25 %')
  expect(cells[2]).toMatch(/^Nov 20, 2026/)
  expect(cells[3]).toMatch(/^Nov 20, 2026/)
  expect(within(second!).getAllByRole('cell').at(-1)?.textContent).toBe('–')
  expect(Object.fromEntries(requests[0]!.search)).toMatchObject({ page: '1', limit: '50' })
})

test('ALRT-035 ALRT-038 ALRT-039 one incident, with the related ones', async () => {
  await openAlerts(OlderIncident, {
    address: 'incidents/$incidentId',
    at: `incidents/${anIncidentId(1)}`,
    parts: [
      silenceAction({
        order: 1,
        load: async () => ({
          Part: ({ breakdowns }) => <p>Silences {breakdowns[0]?.name.toUpperCase()}</p>,
        }),
      }),
    ],
    api: {
      [`GET ${path}/${anIncidentId(1)}`]: {
        body: { data: anOlderIncident(), timeframe: [0, 1], total_row_count: 1 },
        afterMs: 100,
      },
      [`GET ${path}/${anIncidentId(1)}/related`]: page(
        anOlderIncident(2, { description: 'The same an hour before' }),
      ),
    },
  })
  expect(screen.getByText('Loading the incident')).toBeTruthy()
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Playback failure percentage' }),
  ).toBeTruthy()
  expect(screen.queryByText('Loading the incident')).toBeNull()
  expect(screen.getByText('While it was open: One view in nine fails.')).toBeTruthy()
  const related = within(await screen.findByRole('table', { name: 'Related incidents' }))
  expect(await related.findByText('The same an hour before')).toBeTruthy()
  expect(await screen.findByText('Silences CDN')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open in Alerts' }).getAttribute('href')).toBe(
    `${home}/alerts/incidents/threshold/${anIncidentId(1)}`,
  )
})

test('without incidents, and with a failure', async () => {
  await openAlerts(OlderList, { address: 'incidents', api: { [`GET ${path}`]: page() } })
  expect(await screen.findByText('No incidents yet')).toBeTruthy()
  await stopScreens()
  await openAlerts(OlderIncident, {
    address: 'incidents/$incidentId',
    at: `incidents/${anIncidentId(1)}`,
  })
  expect((await screen.findByRole('alert')).textContent).toContain('No such thing.')
})
