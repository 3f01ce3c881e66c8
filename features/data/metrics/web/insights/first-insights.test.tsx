import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { anInsight, anInsightsResponse, openMetrics } from '../testing-metrics.tsx'

afterEach(stopScreens)

const exactPath = 'GET /data/v1/metrics/viewer_experience_score/insights'
const firstPath = 'GET /ui/v1/metrics/viewer_experience_score/insights/sample'
const note = 'First look, from 1 view in 96.'

const country = (code: string, impact: number, views = 1_600) =>
  anInsight('country', code, { negative_impact_score: impact, views, total_views: views })

const aFirstResponse = (...rows: unknown[]) => {
  const { body } = anInsightsResponse([])
  return {
    body: { ...body, data: { sample_of: 96, value: 0.87, total_views: 1_920_000, insights: rows } },
  }
}

/** The exact answer is on its way until it is released. */
const openWaiting = async (first: object, exact = anInsightsResponse([country('DE', 0.03)])) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const opened = await openMetrics('?activeTab=insights', {
    [exactPath]: { ...exact, after: isReleased },
    [firstPath]: first,
  })
  return { ...opened, release }
}

const shown = () =>
  within(screen.getByRole('table', { name: 'Insights' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryByRole('rowheader')?.textContent.replace('Country', '') ?? '')

test('METR-082 while exact insights take long, those of a sample stand there and say so', async () => {
  const { release } = await openWaiting(
    aFirstResponse(country('FR', 0.03, 20_800), country('DE', 0.02, 16_000)),
  )
  await screen.findByRole('row', { name: /France.*20,800/ })
  expect(shown()).toEqual(['France', 'Germany'])
  expect(screen.getByText(note)).toBeTruthy()
  expect((await screen.findByRole('tab', { name: /Insights/ })).textContent).toBe('Insights')
  release()
  await screen.findByRole('row', { name: /Germany.*1,600/ })
  expect(shown()).toEqual(['Germany'])
  expect(screen.queryByText(note)).toBeNull()
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: /Insights/ }).textContent).toBe('Insights1'),
  )
})

test('insights of a sample that come after the exact ones replace none of them', async () => {
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  let arrived = false
  await openMetrics('?activeTab=insights', {
    [exactPath]: { ...anInsightsResponse([country('DE', 0.03)]), after: asked },
    [firstPath]: () => {
      isAsked()
      const after = screen.findByRole('row', { name: /Germany/ }).then(() => void (arrived = true))
      return { ...aFirstResponse(country('FR', 0.03, 20_800)), after }
    },
  })
  await waitFor(() => expect(arrived).toBe(true))
  expect(shown()).toEqual(['Germany'])
  expect(screen.queryByText(note)).toBeNull()
})

test.each([
  ['has too few views', { body: { ...anInsightsResponse([]).body, data: null } }],
  ['tells nothing', aFirstResponse()],
  ['tells only what can be chance', aFirstResponse(anInsight('country', 'FR', { metric: 0.85 }))],
])('a sample that %s is not shown', async (_what, first) => {
  const { requests, release } = await openWaiting(first)
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/sample'))).toBe(true))
  expect(screen.queryByText(note)).toBeNull()
  expect(screen.queryByText('No results to show.')).toBeNull()
  release()
  await screen.findByRole('row', { name: /Germany/ })
})

test('a first answer does not stay where the exact one fails', async () => {
  const { release } = await openWaiting(aFirstResponse(country('FR', 0.03, 20_800)), {
    status: 400,
    body: { error: { type: 'invalid_parameters', messages: ['Away.'] } },
  } as never)
  await screen.findByRole('row', { name: /France/ })
  release()
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  expect(screen.queryByText('France')).toBeNull()
  expect(screen.queryByText(note)).toBeNull()
})

test('rows stay where they are under the pointer until it leaves them', async () => {
  const exact = anInsightsResponse([country('DE', 0.04, 1_500), country('FR', 0.03, 1_300)])
  const { release } = await openWaiting(
    aFirstResponse(country('FR', 0.03, 20_800), country('DE', 0.02, 16_000)),
    exact,
  )
  const france = await screen.findByRole('row', { name: /France/ })
  await userEvent.hover(france)
  release()
  await screen.findByRole('row', { name: /France.*1,300/ })
  expect(shown()).toEqual(['France', 'Germany'])
  await userEvent.unhover(france)
  await userEvent.hover(screen.getByRole('tab', { name: /Insights/ }))
  await waitFor(() => expect(shown()).toEqual(['Germany', 'France']))
})
