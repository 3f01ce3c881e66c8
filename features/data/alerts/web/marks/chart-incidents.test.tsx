import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { metricsWeb } from '@playhead/features/data/metrics/screens'
import { monitoringWeb } from '@playhead/features/data/monitoring/screens'
import { invalidate } from '@playhead/web-kit/queries/query.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import type { WebFeature } from '@playhead/web-kit/web-feature.ts'
import { incidentMarks } from '../../contract.ts'
import { alertsParts } from '../parts.ts'
import {
  anEndedIncident,
  anIncident,
  anIncidentId,
  home,
  openAlerts,
  readNow,
} from '../testing-alerts.tsx'

afterEach(stopScreens)

const marks = 'GET /ui/v1/alert-incident-marks'
const end = Math.floor(readNow() / 5) * 5

const envelope = { timeframe: [end - 86_400, end], total_row_count: 1 }
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** A day of finished views by the hour, and half an hour of real-time data. */
const api: ApiHandlers = {
  'GET /data/v1/metrics/rebuffer_percentage/timeseries': {
    body: {
      ...envelope,
      data: Array.from({ length: 24 }, (_, hour) => [iso(end - 3_600 * (24 - hour)), 0.01, 10]),
      meta: { aggregation: 'avg', granularity: 'hour' },
    },
  },
  'GET /data/v1/monitoring/metrics/current-rebuffering-percentage/timeseries': {
    body: {
      timeframe: [end - 1_800, end],
      total_row_count: 360,
      data: Array.from({ length: 360 }, (_, step) => ({
        date: iso(end - 1_800 + 5 * step),
        value: 0.01,
        concurrent_viewers: 20,
      })),
    },
  },
}

const rebuffering = { measurement: 'current-rebuffering-percentage' }

const open = async (
  feature: WebFeature,
  {
    address,
    at,
    incidents = [],
    flags = {},
  }: {
    address: string
    at: string
    incidents?: readonly object[]
    flags?: object
  },
) => {
  const found = feature.screens.find((one) => one.address === address)!
  const { Screen } = await found.load()
  return openAlerts(Screen, {
    address,
    at,
    flags,
    parts: alertsParts,
    api: { ...api, [marks]: () => ({ body: { data: incidents } }) },
  })
}

const openMetrics = (incidents: readonly object[], flags: object = {}) =>
  open(metricsWeb, {
    address: 'metrics',
    at: 'metrics?metric=rebuffer_percentage',
    incidents,
    flags,
  })

const chart = () => screen.findByRole('slider')

test('the chart of a metric marks incidents of rules and anomalies that measure the same', async () => {
  const { requests } = await openMetrics([
    anEndedIncident(1, {
      ...rebuffering,
      description: 'Rebuffering is above 5%',
      start_time: end - 40_000,
      end_time: end - 30_000,
    }),
    anIncident(2, { measurement: 'rebuffer_percentage', type: 'anomaly', severity: 'warning' }),
  ])
  await chart()
  const list = within(await screen.findByRole('list', { name: 'Incidents' }))
  const [ended, lasting] = await list.findAllByRole('link')
  expect(ended?.getAttribute('aria-label')).toMatch(/^Incident, .+ to .+: Rebuffering is above 5%$/)
  expect(ended?.getAttribute('href')).toBe(`${home}/alerts/incidents/threshold/${anIncidentId(1)}`)
  expect(ended?.dataset['tone']).toBe('bad')
  expect(lasting?.getAttribute('aria-label')).toMatch(/^Incident, since /)
  expect(lasting?.getAttribute('href')).toBe(`${home}/alerts/incidents/anomaly/${anIncidentId(2)}`)
  expect(lasting?.dataset['tone']).toBe('warn')
  const [asked] = requests.filter(({ path }) => path === '/ui/v1/alert-incident-marks')
  expect(asked?.search.getAll('measurements[]')).toEqual([
    'rebuffer_percentage',
    'current-rebuffering-percentage',
  ])
  expect(['from', 'until'].map((name) => Number(asked?.search.get(name)))).toEqual(
    envelope.timeframe,
  )
})

test('without alerts in the plan nothing is asked and nothing is marked', async () => {
  const { requests } = await openMetrics([anIncident(1, rebuffering)], { alertingV2: false })
  await chart()
  expect(requests.some(({ path }) => path.startsWith('/ui/v1/alert'))).toBe(false)
  expect(screen.queryByRole('list', { name: 'Incidents' })).toBeNull()
})

test('a chart of monitoring marks an incident that opens, and its end, while it is open', async () => {
  const incidents: object[] = [anIncident(9, { measurement: 'playback-failure-percentage' })]
  await open(monitoringWeb, {
    address: 'monitoring/current-rebuffering-percentage',
    at: 'monitoring/current-rebuffering-percentage',
    incidents,
  })
  await chart()
  expect(screen.queryByRole('list', { name: 'Incidents' })).toBeNull()
  incidents.push(anIncident(1, rebuffering))
  await act(() => invalidate(incidentMarks.listMarks))
  const mark = () => screen.queryByRole('link', { name: /^Incident, / })?.getAttribute('aria-label')
  await waitFor(() => expect(mark()).toMatch(/^Incident, since /))
  incidents[1] = anIncident(1, { ...rebuffering, status: 'closed', end_time: end - 60 })
  await act(() => invalidate(incidentMarks.listMarks))
  await waitFor(() => expect(mark()).toMatch(/^Incident, \S+ to /))
})
