import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { shownZone } from '@playhead/domain/time-zone.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { pointAt } from '@playhead/web-kit/testing-pointer.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { FilterBar } from './filter-bar.tsx'
import { FilterableValue } from './filterable-value.tsx'
import { questionSearch } from '../question/question.ts'
import { aDimensionsResponse, openFilters, openModal } from './testing-filters.tsx'
import { useQuestion } from '../question/use-question.ts'

afterEach(stopScreens)

const four =
  '?filters[]=country:US&filters[]=country:CA&filters[]=!stream_type:live&filters[]=view_has_ad:false&metric_filters[]=video_startup_time<8000'

const bar = () => within(screen.getByRole('region', { name: 'Filters' }))
const chipTexts = () =>
  bar()
    .getAllByRole('button', { name: /^(?!Remove|Filter|Metric filter)/ })
    .map(({ textContent }) => textContent)
const remover = (name: string | RegExp) => screen.getByRole('button', { name })

test('METR-052 METR-065 METR-073 a chip for each dimension and each metric says what is asked', async () => {
  await openFilters({ search: four })
  expect(chipTexts()).toEqual([
    'Country is United States, Canada',
    'Stream type is not Live',
    'View has ad is No',
    'Video startup time < 8 s',
  ])
})

test('TIME-033 the zone of the times is named once, and that days of charts are in UTC', async () => {
  const zone = shownZone()
  const { unmount } = await openFilters({ search: '?timeframe[]=24:hours' })
  expect(bar().getAllByText(zone)).toHaveLength(1)
  unmount()
  await openFilters({ search: '?timeframe[]=30:days' })
  expect(bar().getByText(zone === 'UTC' ? 'UTC' : `${zone}, days in UTC`)).toBeTruthy()
})

test('METR-066 the chips go through four colours', async () => {
  await openFilters({ search: `${four}&metric_filters[]=rebuffer_count>2` })
  const series = [...document.querySelectorAll<HTMLElement>('.ph-chip')].map(
    ({ dataset }) => dataset.series,
  )
  expect(series).toEqual(['1', '2', '3', '4', '1'])
})

test('METR-065 METR-067 removed filters disappear at once, and leave the question in one step', async () => {
  const { search, router } = await openFilters({ search: four })
  const before = search()
  const hrefs: string[] = []
  router.subscribe('onResolved', ({ toLocation }) => hrefs.push(toLocation.href))
  await userEvent.click(remover('Remove the filter Stream type is not Live'))
  await userEvent.click(remover('Remove the filter Video startup time < 8 s'))
  expect(chipTexts()).toEqual(['Country is United States, Canada', 'View has ad is No'])
  expect(search()).toBe(before)
  await waitFor(() =>
    expect(search()).toBe('?filters[]=country:US&filters[]=country:CA&filters[]=view_has_ad:false'),
  )
  expect(hrefs).toHaveLength(1)
  router.history.back()
  await waitFor(() => expect(chipTexts()).toHaveLength(4))
})

describe('recently removed filters', () => {
  const Page = () => {
    const state = useQuestion()
    const { pathname, search } = useLocation()
    const path = usePath()
    const filters = questionSearch(state.question).filters ?? []
    return (
      <>
        <p data-testid="address">{[pathname.split('/').at(-1), search.filters].join(' ')}</p>
        {pathname.endsWith('/metrics') && <FilterBar state={state} />}
        <Link href={path('views') + stringifySearch({ filters })}>Go on</Link>
        <FilterableValue state={state} dimension="browser" value="Chrome" />
      </>
    )
  }
  const leave = async () => {
    const opened = await openFilters({
      search: '?filters[]=country:US&filters[]=cdn:fastly',
      Screen: Page,
    })
    await userEvent.click(remover('Remove the filter Country is United States'))
    return opened
  }
  const address = () => screen.getByTestId('address').textContent

  test.each([
    ['with the mouse', () => userEvent.click(screen.getByRole('link', { name: 'Go on' }))],
    ['by voice', () => fireEvent.click(screen.getByRole('link', { name: 'Go on' }))],
    [
      'with the keyboard',
      async () => {
        screen.getByRole('link', { name: 'Go on' }).focus()
        await userEvent.keyboard('{Enter}')
      },
    ],
  ])(
    'METR-065 METR-067 stays removed where a link leads, followed %s, and behind it',
    async (_, follow) => {
      const { router } = await leave()
      await follow()
      await waitFor(() => expect(address()).toBe('views cdn:fastly'))
      router.history.back()
      await waitFor(() => expect(address()).toBe('metrics cdn:fastly'))
      expect(chipTexts()).toEqual(['CDN is Fastly'])
    },
  )

  test('METR-067 stays removed when another filter is added', async () => {
    await leave()
    await userEvent.click(screen.getByRole('button', { name: /Chrome/ }))
    await waitFor(() => expect(address()).toBe('metrics cdn:fastly,browser:Chrome'))
  })
})

test('METR-068 removing the country removes the regions', async () => {
  const { search } = await openFilters({
    search: '?filters[]=country:US&filters[]=region:Ohio&filters[]=cdn:fastly',
  })
  await userEvent.click(remover('Remove the filter Country is United States'))
  expect(chipTexts()).toEqual(['CDN is Fastly'])
  await waitFor(() => expect(search()).toBe('?filters[]=cdn:fastly'))
})

test('after a removal the keyboard goes on from the next chip, at last from the button', async () => {
  await openFilters({ search: '?filters[]=country:US&filters[]=cdn:fastly' })
  await userEvent.click(remover('Remove the filter Country is United States'))
  expect(document.activeElement).toBe(remover('Remove the filter CDN is Fastly'))
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }))
})

test('a chip opens the dialog at its dimension, the key F opens it again', async () => {
  await openFilters({ search: '?filters[]=country:US' })
  await userEvent.click(screen.getByRole('button', { name: 'Country is United States' }))
  expect(await screen.findByRole('region', { name: 'Country' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('f')
  expect(await screen.findByText('Choose a dimension')).toBeTruthy()
})

test('a filter that was just removed is not chosen in the dialog', async () => {
  const { search } = await openFilters({
    search: '?filters[]=country:US&filters[]=cdn:fastly',
  })
  await userEvent.click(remover('Remove the filter CDN is Fastly'))
  await openModal()
  expect(screen.queryByRole('button', { name: 'Remove CDN Fastly' })).toBeNull()
  await waitFor(() => expect(search()).toBe('?filters[]=country:US'))
})

test('METR-071 without metricFiltersEnabled there are no metric filters', async () => {
  const { search } = await openFilters({ search: four, flags: { metricFiltersEnabled: false } })
  expect(screen.queryByRole('button', { name: 'Metric filter' })).toBeNull()
  expect(chipTexts()).toHaveLength(3)
  await waitFor(() => expect(search()).not.toContain('metric_filters'))
})

test('METR-080 metric filters of an address that match no pattern are dropped', async () => {
  const { search } = await openFilters({
    search:
      '?metric_filters[]=rebuffer_count>2&metric_filters[]=rebuffer_count&metric_filters[]=views>5',
  })
  expect(chipTexts()).toEqual(['Rebuffering count > 2'])
  await waitFor(() => expect(search()).toBe('?metric_filters[]=rebuffer_count>2'))
})

test('METR-069 with more dimensions than the plan allows, only the first ones stay', async () => {
  const { search } = await openFilters({ search: four, flags: { maxFilters: 1 } })
  expect(chipTexts()).toEqual(['Country is United States, Canada', 'Video startup time < 8 s'])
  await waitFor(() =>
    expect(search()).toBe(
      '?filters[]=country:US&filters[]=country:CA&metric_filters[]=video_startup_time<8000',
    ),
  )
})

test('METR-045 a custom dimension is called as the environment calls it', async () => {
  const { asked } = await openFilters({
    search: '?filters[]=custom_3:A',
    api: { 'GET /ui/v1/dimensions': aDimensionsResponse({ custom_3: { display_name: 'Studio' } }) },
  })
  expect(await screen.findByRole('button', { name: 'Studio is A' })).toBeTruthy()
  expect(asked('/ui/v1/dimensions')).toHaveLength(1)
})

test('a value adds itself as a filter, with Alt it excludes itself', async () => {
  const user = userEvent.setup()
  const { search } = await openFilters()
  const germany = screen.getByRole('button', { name: 'Germany' })
  await pointAt(germany, user)
  expect((await screen.findByRole('tooltip')).textContent).toMatch(
    /^Filter by Country Germany. Hold (Alt|Option) to exclude it.$/,
  )
  await user.click(germany)
  await waitFor(() => expect(search()).toBe('?filters[]=country:DE'))
  await user.keyboard('{Alt>}')
  await user.click(screen.getByRole('button', { name: 'Unknown' }))
  await user.keyboard('{/Alt}')
  await waitFor(() => expect(search()).toBe('?filters[]=country:DE&filters[]=!cdn:__null__'))
  germany.focus()
  await user.keyboard('{Alt>}{Enter}{/Alt}')
  await waitFor(() => expect(search()).toBe('?filters[]=!cdn:__null__&filters[]=!country:DE'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(search()).toBe('?filters[]=!cdn:__null__&filters[]=country:DE'))
})

test('METR-057 at the limit of the plan values of further dimensions do not filter', async () => {
  const { search } = await openFilters({
    search: '?filters[]=cdn:fastly',
    flags: { maxFilters: 1 },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Germany' }))
  await waitFor(() => expect(search()).toBe('?filters[]=cdn:fastly'))
  await userEvent.click(screen.getByRole('button', { name: 'Unknown' }))
  await waitFor(() => expect(search()).toBe('?filters[]=cdn:fastly&filters[]=cdn:__null__'))
})

test('METR-060 in a historical range values of other than basic dimensions do not filter', async () => {
  await openFilters({ search: '?timeframe[]=6:months' })
  expect(screen.queryByRole('button', { name: 'Germany' })).toBeNull()
  expect(screen.getByText('Germany')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Unknown' })).toBeTruthy()
})
