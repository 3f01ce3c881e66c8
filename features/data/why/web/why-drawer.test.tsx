import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { metrics } from '@playhead/metrics/metrics.ts'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { anOrganization, aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { explanationText, headline, partsText } from './change-words.ts'
import { rangesOf } from './ranges.ts'
import { WhyDrawer } from './why-drawer.tsx'

afterEach(stopScreens)

const row = {
  parts: [
    { dimension: 'country', value: 'DE' },
    { dimension: 'cdn', value: 'akamai' },
  ],
  filters: ['country:DE', 'cdn:akamai'],
  share: 0.71,
  sureness: 0.997,
  before: { value: 1_100, views: 400 },
  after: { value: 6_400, views: 420 },
  without: 1_300,
  rate_effect: 1_000,
  mix_effect: 0,
}

const changes = (more: object = {}) => ({
  body: {
    data: {
      metric: 'video_startup_time',
      measurement: 'avg',
      before: { value: 1_200, views: 5_000 },
      after: { value: 2_900, views: 5_100 },
      sureness: 1,
      searched_dimensions: 40,
      searched_groups: 640,
      rows: [row],
      moment: null,
      shared_error: null,
      ...more,
    },
    timeframe: [3_600, 7_200],
    baseline: [0, 3_600],
    total_row_count: 1,
  },
})

const address = '/organizations/$organizationId/environments/$environmentId/metrics'
const href = address.replace('$organizationId', 'o').replace('$environmentId', 'e')
const changesPath = 'GET /ui/v1/metrics/video_startup_time/changes'

const Why = ({ range }: { range?: { startMs: number; endMs: number } }) => {
  const state = useQuestion()
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      {!isOpen && <p>closed</p>}
      <WhyDrawer
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        metric="video_startup_time"
        measurement="avg"
        state={state}
        range={range}
      />
    </>
  )
}

const organization = anOrganization({ features: { historicalMetrics: true } })

const open = (api: ApiHandlers, search = '') =>
  openScreen(Why, {
    address,
    href: href + search,
    api,
    session: aSession({ organization, organizations: [organization] }),
  })

test('a change is said in words, with what explains it, how sure that is, and the number without it', async () => {
  await open({ [changesPath]: () => changes() })
  expect(
    await screen.findByText(
      'Video startup time rose from 1.20 s to 2.90 s. Akamai in Germany explains 71 % of it (very sure).',
    ),
  ).toBeTruthy()
  const [item] = within(
    screen.getByRole('list', { name: 'What explains the change' }),
  ).getAllByRole('listitem')
  const said = item!.textContent
  for (const text of [
    '71 % of the change, very sure',
    '1.10 s',
    '400 views',
    '6.40 s',
    '420 views',
    '1.30 s',
  ])
    expect(said).toContain(text)
  expect(screen.getByText(/640 groups of views by 40 dimensions were compared/)).toBeTruthy()
  expect(screen.queryByText(/chance can look like a cause/)).toBeNull()
})

test('a custom dimension is called as the environment calls it', async () => {
  const custom = {
    id: 'custom_3',
    display_name: 'App release',
    category: 'custom',
    values: 1,
    basic: false,
  }
  const parts = [{ dimension: 'custom_3', value: '5.3.1' }]
  await open({
    [changesPath]: () => changes({ rows: [{ ...row, parts, filters: ['custom_3:5.3.1'] }] }),
    'GET /ui/v1/dimensions': { body: { data: [custom], timeframe: [0, 1], total_row_count: 1 } },
  })
  expect(
    await screen.findByText(/App release 5\.3\.1 explains 71 % of it \(very sure\)\.$/),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'App release 5.3.1' })).toBeTruthy()
})

test('an answer from few views says that they are few', async () => {
  await open({ [changesPath]: () => changes({ after: { value: 2_900, views: 99 } }) })
  expect(
    await screen.findByText(
      'Few views: with 5,000 before and 99 after, chance can look like a cause.',
    ),
  ).toBeTruthy()
})

test('a row is one click from being a filter, and one from its views', async () => {
  const { router } = await open({ [changesPath]: () => changes() }, '?filters[]=browser:Chrome')
  const views = await screen.findByRole('link', { name: 'Views of Akamai in Germany' })
  const target = decodeURIComponent(views.getAttribute('href')!)
  expect(target).toContain('/organizations/o/environments/e/views?')
  for (const filter of ['browser:Chrome', 'country:DE', 'cdn:akamai'])
    expect(target).toContain(filter)
  await userEvent.click(screen.getByRole('button', { name: 'Filter by Akamai in Germany' }))
  await screen.findByText('closed')
  expect(router.state.location.search).toEqual({
    filters: ['browser:Chrome', 'country:DE', 'cdn:akamai'],
  })
})

const moment = {
  timeframe: [1_795_111_500, 1_795_132_800],
  baseline: [1_794_960_000, 1_795_111_500],
  has_ended: false,
}

test('a change that began inside the ranges is offered with its moment, and compared with before', async () => {
  const { requests } = await open({
    [changesPath]: ({ search }) => changes({ moment: search.has('baseline[]') ? null : moment }),
  })
  expect(await screen.findByText(/^It began at \d\d:\d5 on Nov \d+\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Compare with before' }))
  const back = await screen.findByRole('button', { name: 'Compare the whole range' })
  const asked = () => requests.filter(({ path }) => path.endsWith('/changes'))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(asked()[1]!.search.getAll('timeframe[]')).toEqual(moment.timeframe.map(String))
  expect(asked()[1]!.search.getAll('baseline[]')).toEqual(moment.baseline.map(String))
  expect(screen.queryByText(/^It began at/)).toBeNull()
  await userEvent.click(back)
  expect(await screen.findByText(/^It began at/)).toBeTruthy()
})

test('a change inside the ranges is not called chance, unless there are few views', async () => {
  const isSmall = { rows: [], sureness: 0.4, moment }
  await open({ [changesPath]: () => changes(isSmall) })
  expect(
    await screen.findByText(
      /Between the two ranges the change is so small that it can be chance, but inside them the level changed\.$/,
    ),
  ).toBeTruthy()
  expect(screen.getByText(/^It began at/)).toBeTruthy()
  await stopScreens()
  await open({
    [changesPath]: () => changes({ ...isSmall, after: { value: 2_900, views: 99 } }),
  })
  expect(await screen.findByText(/ The change is so small that it can be chance\.$/)).toBeTruthy()
  expect(screen.getByText(/^It may have begun at/)).toBeTruthy()
})

test('failures that are spread over everything share their error, one click from a filter', async () => {
  const sharedError = {
    id: 42,
    code: '2001',
    message: 'The manifest is gone',
    filter: 'error_type_id:42',
    share: 0.94,
    before: 3,
    after: 240,
  }
  const { router } = await open({
    [changesPath]: () => changes({ rows: [], shared_error: sharedError }),
  })
  expect(
    await screen.findByText(/What 94 % of it shares is the error 2001: The manifest is gone\./),
  ).toBeTruthy()
  expect(screen.getByText('3 views before, 240 after.')).toBeTruthy()
  await userEvent.click(
    screen.getByRole('button', { name: 'Filter by the error 2001: The manifest is gone' }),
  )
  await screen.findByText('closed')
  expect(router.state.location.search).toEqual({ filters: ['error_type_id:42'] })
})

test('a failed search offers to try again, and says when a change can be chance', async () => {
  let isBroken = true
  await open({
    [changesPath]: () =>
      isBroken
        ? { status: 500, body: { error: { type: 'internal', messages: ['It broke.'] } } }
        : changes({ rows: [], sureness: 0.4 }),
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByText(/The change is so small that it can be chance\./)).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

test('the drawer says when the range before is older than the kept views', async () => {
  const message = 'Not available for the selected time range'
  await open({
    [changesPath]: () => ({
      status: 400,
      body: { error: { type: 'invalid_timeframe', messages: [message] } },
    }),
  })
  expect(await screen.findByText('Nothing to compare with')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('ranges kept as sums of days are not asked about', async () => {
  const { requests } = await open({ [changesPath]: () => changes() }, '?timeframe[]=6:months')
  expect(await screen.findByText('Not available for the selected time range')).toBeTruthy()
  expect(requests).toEqual([])
})

test('the text covers no outlier, no change, and names that need their dimension', () => {
  const metric = metrics.video_startup_time
  const same = { before: { value: 1_000 }, after: { value: 1_001 }, sureness: 0.2, rows: [] }
  expect(headline(metric, 'median', same)).toBe('Video startup time stayed at 1.00 s.')
  expect(explanationText({ ...same, sureness: 0.99 })).toMatch(/spread over many/)
  expect(partsText([{ dimension: 'player_version', value: '5.4.0' }])).toBe('Player version 5.4.0')
  expect(partsText([{ dimension: 'cdn', value: null }])).toBe('CDN Unknown')
  expect(
    partsText([
      { dimension: 'browser', value: 'Safari' },
      { dimension: 'view_has_ad', value: 'true' },
    ]),
  ).toBe('Safari with View has ad Yes')
})

test('a selected part is held against what comes before it, or against as much before', () => {
  const whole = { startMs: 0, endMs: 86_400_000 }
  expect(rangesOf(['24:hours'], whole, undefined)).toEqual({ timeframe: ['24:hours'] })
  expect(rangesOf(['24:hours'], whole, { startMs: 43_200_000, endMs: 46_800_000 })).toEqual({
    timeframe: ['43200', '46800'],
    baseline: ['0', '43200'],
  })
  expect(
    rangesOf(
      ['24:hours'],
      { ...whole, startMs: 3_600_000 },
      { startMs: 3_600_000, endMs: 7_200_000 },
    ),
  ).toEqual({
    timeframe: ['3600', '7200'],
    baseline: ['0', '3600'],
  })
})
