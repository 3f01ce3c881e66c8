import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { ExplainDrawer } from './explain-drawer.tsx'

afterEach(stopScreens)

const address = '/organizations/$organizationId/environments/$environmentId/metrics'
const href = address.replace('$organizationId', 'o').replace('$environmentId', 'e')

const Explain = () => {
  const state = useQuestion()
  return (
    <ExplainDrawer
      isOpen
      onClose={() => undefined}
      metric="rebuffer_percentage"
      measurement="avg"
      state={state}
    />
  )
}

test('a number is explained by its formula, its views and those left out, and its query with parameters', async () => {
  const { requests } = await openScreen(Explain, {
    address,
    href: `${href}?filters[]=country:DE`,
    api: {
      'GET /data/v1/metrics/rebuffer_percentage/explain': () => ({
        body: {
          data: {
            metric: 'rebuffer_percentage',
            measurement: 'avg',
            definition: 'Time spent rebuffering of the time watched.',
            formula: 'sum(rebuffer_duration) / sum(watch_time)',
            sql: 'SELECT 1   FROM views FINAL WHERE country = {p0:String}',
            parameters: { p0: 'DE' },
            included_views: 1_200,
            excluded: [{ reason: 'They never started.', views: 34 }],
          },
          timeframe: [0, 1],
          total_row_count: 1,
        },
      }),
    },
  })
  expect(await screen.findByText('Time spent rebuffering of the time watched.')).toBeTruthy()
  expect(screen.getByText('sum(rebuffer_duration) / sum(watch_time)')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Views in this number and left out of it' })
  expect(table.textContent).toContain('In this number1,200')
  expect(table.textContent).toContain('Left out: They never started.34')
  expect(screen.getByText(/FROM views FINAL/).textContent).toBe(
    'SELECT 1\nFROM views FINAL\nWHERE country = {p0:String}',
  )
  expect(screen.getByText(/"p0": "DE"/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Show these views' })
  expect(decodeURIComponent(link.getAttribute('href')!)).toContain('filters[]=country:DE')
  await waitFor(() => expect(requests).toHaveLength(1))
})
