import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { WhyDrawer } from './why-drawer.tsx'

afterEach(stopScreens)

const rowOf = (country: string, share: number) => ({
  parts: [{ dimension: 'country', value: country }],
  filters: [`country:${country}`],
  share,
  sureness: 0.997,
  before: { value: 1_100, views: 4_000 },
  after: { value: 6_400, views: 4_200 },
  without: 1_300,
  rate_effect: 1_000,
  mix_effect: 0,
})

const changes = (after: number, ...rows: unknown[]) => ({
  body: {
    data: {
      metric: 'video_startup_time',
      measurement: 'avg',
      before: { value: 1_200, views: 5_000 },
      after: { value: after, views: 5_100 },
      sureness: 1,
      searched_dimensions: 40,
      searched_groups: 640,
      rows,
      moment: null,
      shared_error: null,
      // Only first answers say so.
      sample_of: 32,
    },
    timeframe: [3_600, 7_200],
    baseline: [0, 3_600],
    total_row_count: 1,
  },
})

const address = '/organizations/$organizationId/environments/$environmentId/metrics'
const exactPath = 'GET /ui/v1/metrics/video_startup_time/changes'
const firstPath = 'GET /ui/v1/metrics/video_startup_time/changes/sample'
const firstNote = 'First look, from 1 view in 32. The exact answer follows.'
const exactNote = 'Exact, from all views.'

const Why = () => (
  <WhyDrawer
    isOpen
    onClose={() => undefined}
    metric="video_startup_time"
    measurement="avg"
    state={useQuestion()}
  />
)

const open = (api: ApiHandlers) =>
  openScreen(Why, {
    address,
    href: address.replace('$organizationId', 'o').replace('$environmentId', 'e'),
    api,
  })

const held = () => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  return { release, isReleased }
}

test('while the exact answer takes long, that of a sample stands there and says so', async () => {
  const { release, isReleased } = held()
  await open({
    [exactPath]: { ...changes(2_900, rowOf('DE', 0.71)), after: isReleased },
    [firstPath]: changes(2_800, rowOf('FR', 0.6)),
  })
  expect(await screen.findByText(/rose from 1.20 s to 2.80 s. France explains 60 %/)).toBeTruthy()
  expect(screen.getByText(firstNote)).toBeTruthy()
  release()
  expect(await screen.findByText(/rose from 1.20 s to 2.90 s. Germany explains 71 %/)).toBeTruthy()
  expect(screen.queryByText(firstNote)).toBeNull()
  expect(screen.getByText(exactNote)).toBeTruthy()
  expect(screen.queryByText(/France/)).toBeNull()
})

test.each([
  ['comes after the exact answer', changes(2_800, rowOf('FR', 0.6))],
  ['explains nothing', changes(2_800)],
  ['has too few views', { body: { ...changes(0).body, data: null } }],
])('a sample that %s is not shown', async (what, first) => {
  const [exact, sample] = [held(), held()]
  const { requests } = await open({
    [exactPath]: { ...changes(2_900, rowOf('DE', 0.71)), after: exact.isReleased },
    [firstPath]: { ...first, after: sample.isReleased },
  })
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/sample'))).toBe(true))
  if (what === 'comes after the exact answer') {
    exact.release()
    await screen.findByText(/Germany explains 71 %/)
  }
  sample.release()
  exact.release()
  await screen.findByText(/Germany explains 71 %/)
  for (const note of [firstNote, exactNote]) expect(screen.queryByText(note)).toBeNull()
  expect(screen.queryByText(/France/)).toBeNull()
})

test('a first answer does not stay where the exact one fails', async () => {
  const { release, isReleased } = held()
  await open({
    [exactPath]: {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['Away.'] } },
      after: isReleased,
    },
    [firstPath]: changes(2_800, rowOf('FR', 0.6)),
  })
  await screen.findByText(/France explains 60 %/)
  release()
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  expect(screen.queryByText(/France/)).toBeNull()
})
