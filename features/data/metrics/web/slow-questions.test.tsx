import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { openMetrics } from './testing-metrics.tsx'

afterEach(stopScreens)

const timeseries = 'GET /data/v1/metrics/viewer_experience_score/timeseries'

test('a question that takes longer than a second says how far it is, is stopped, and asked again', async () => {
  const never = new Promise(() => undefined)
  let asked = 0
  const { requests } = await openMetrics('?graphs[]=none', {
    [timeseries]: () => {
      asked += 1
      return { body: {}, after: never }
    },
    'GET /ui/v1/running-questions': { body: { data: { queries: 2, share: 0.427 } } },
  })
  await screen.findByRole('row', { name: /Chrome/ })
  expect(await screen.findByText('Reading views, 42 %')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('Reading views takes longer than usual.')).toBeTruthy()
  expect(asked).toBe(1)

  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('You stopped this question')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/^Reading views/)).toBeNull())
  // What is there stays.
  expect(screen.getByRole('row', { name: /Chrome/ })).toBeTruthy()
  expect(asked).toBe(1)

  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(asked).toBe(2))
  expect(requests.some(({ path }) => path === '/ui/v1/running-questions')).toBe(true)
})
