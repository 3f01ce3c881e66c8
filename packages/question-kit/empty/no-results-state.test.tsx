import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import { openFilters } from '../filter-bar/testing-filters.tsx'
import { useQuestion } from '../question/use-question.ts'
import { NoResults } from './no-results-state.tsx'

afterEach(stopScreens)

const open = (search: string, status = 'integrated') =>
  openFilters({
    search,
    Screen: () => <NoResults state={useQuestion()} />,
    api: {
      'GET /ui/v1/environment': {
        body: {
          data: {
            id: ids.environment,
            name: 'Production',
            type: 'production',
            organization_id: ids.organization,
            url: null,
            status,
            key: 'key',
            created_at: '2026-01-01T00:00:00.000Z',
          },
        },
      },
    },
  })

test('METR-040 METR-027 an environment that was never used offers how to begin', async () => {
  await open('?filters[]=country:US', 'waiting')
  expect(await screen.findByText('No player has reported to this environment yet.')).toBeTruthy()
  expect(screen.getByText('No Results Found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Get started with Data' })).toBeTruthy()
})

test('METR-040 filters that leave nothing are cleared, of dimensions and of metrics', async () => {
  const { search } = await open('?filters[]=country:US&metric_filters[]=rebuffer_count>2')
  expect(await screen.findByText('No view in this time frame passes the filters.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
  expect(await screen.findByText(/A longer one may have some/)).toBeTruthy()
  expect(search()).toBe('')
})

test('METR-040 a range that holds nothing can be made longer, once', async () => {
  const { search } = await open('')
  expect(await screen.findByText(/No view in this time frame\. A longer one/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show the last 30 days' }))
  expect(search()).toBe('?timeframe[]=30:days')
  expect(screen.queryByRole('button', { name: 'Show the last 30 days' })).toBeNull()
})
