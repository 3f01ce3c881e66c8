import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { MetricChart } from '@playhead/question-kit/charts/metric-chart.tsx'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { ShowAnnotationsSwitch, useChartAnnotations } from './index.ts'

const hourMs = 3_600_000
const first = Date.UTC(2026, 10, 20, 12)
const seconds = (ms: number) => Math.floor(ms / 1_000)

const timeseries = {
  body: {
    data: [0.84, 0.85, 0.86, 0.87].map((value, index) => [
      new Date(first + index * hourMs).toISOString(),
      value,
      1_280 + index,
    ]),
    meta: { aggregation: 'avg', granularity: 'hour' },
    timeframe: [seconds(first), seconds(first + 4 * hourMs)],
    total_row_count: 4,
  },
}

const noted = (id: string, time: number, note: string) => ({
  id: `00000000-0000-4000-8000-${id.padStart(12, '0')}`,
  date: new Date(time).toISOString(),
  note,
  sub_property_id: null,
})

const listOf = (rows: unknown[]) => ({
  body: { data: rows, total_row_count: rows.length, page: 1, limit: 100, timeframe: [0, 1] },
})

const Host = () => {
  const state = useQuestion()
  return (
    <>
      <ShowAnnotationsSwitch />
      <MetricChart
        metric="viewer_experience_score"
        measurement="avg"
        state={state}
        annotations={useChartAnnotations(state.query.timeframe)}
      />
    </>
  )
}

const open = (api: ApiHandlers = {}) =>
  openScreen(Host, {
    address: '/organizations/$organizationId/environments/$environmentId/metrics',
    href: `/organizations/${ids.organization}/environments/${ids.environment}/metrics`,
    api: {
      'GET /data/v1/metrics/viewer_experience_score/timeseries': timeseries,
      'GET /data/v1/annotations': listOf([]),
      ...api,
    },
  })

afterEach(stopScreens)

const slider = () => screen.findByRole('slider', { name: 'Viewer Experience Score' })

test('METR-019 METR-098 annotations of the timeframe are markers; the toggle is on until it is turned off', async () => {
  const { requests, router } = await open({
    'GET /data/v1/annotations': listOf([
      noted('1', first + hourMs, 'Deploy'),
      noted('2', first + 2 * hourMs, 'Cup final'),
    ]),
  })
  expect(await screen.findByRole('button', { name: /Annotation, .*: Deploy/ })).toBeTruthy()
  const list = requests.find(({ path }) => path === '/data/v1/annotations')!
  expect(list.search.getAll('timeframe[]')).toEqual(['24:hours'])
  const toggle = screen.getByRole('switch', { name: 'Show annotations' })
  expect((toggle as HTMLInputElement).checked).toBe(true)
  await userEvent.click(toggle)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Annotations' })).toBeNull())
  expect(router.state.location.search).toEqual({ annotations: 'off' })
  await userEvent.click(toggle)
  expect(await screen.findByRole('group', { name: 'Annotations' })).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('METR-021 a cluster opens the list of its annotations, each with edit and delete', async () => {
  await open({
    'GET /data/v1/annotations': listOf([
      noted('1', first + hourMs, 'Deploy'),
      noted('2', first + hourMs + 1_000, 'Rollback'),
    ]),
  })
  await userEvent.click(await screen.findByRole('button', { name: /2 annotations/ }))
  const dialog = await screen.findByRole('dialog', { name: '2 annotations' })
  expect(within(dialog).getByRole('button', { name: 'Edit Deploy' })).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Delete Rollback' })).toBeTruthy()
})

test('an annotation is added at the playhead with the key A, and from the menu', async () => {
  await open()
  ;(await slider()).focus()
  await userEvent.keyboard('{Home}a')
  expect(await screen.findByRole('dialog', { name: 'Add annotation' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Options of Viewer Experience Score' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add annotation' }))
  expect(await screen.findByRole('dialog', { name: 'Add annotation' })).toBeTruthy()
})
