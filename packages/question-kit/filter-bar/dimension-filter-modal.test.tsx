import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { pointAt } from '@playhead/web-kit/testing-pointer.ts'
import { aDimensionsResponse, openFilters, openModal, aValuesResponse } from './testing-filters.tsx'

afterEach(stopScreens)

const unavailable = 'Dimension not available for the selected time range'
const settingsPath = '/ui/v1/users/current-user/settings'
const values = '/data/v1/dimensions'
const dialog = () => within(screen.getByRole('dialog', { name: 'Filter' }))
const press = (name: string | RegExp) => userEvent.click(dialog().getByRole('button', { name }))
const check = async (name: RegExp) =>
  userEvent.click(await dialog().findByRole('checkbox', { name }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const groupNames = () =>
  [...screen.getByRole('region', { name: 'Dimensions' }).querySelectorAll('ul')].map(
    (list) => document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent,
  )

describe('the dimensions', () => {
  test('METR-046 METR-047 are listed by category, the starred ones first and only there', async () => {
    await openFilters({ starred: ['browser', 'country'] })
    await openModal()
    await dialog().findByRole('button', { name: 'Browser' })
    expect(groupNames()).toEqual([
      'Starred',
      'Device',
      'Player',
      'Video metadata',
      'Stream',
      'Network',
      'Geography',
      'View',
      'Preroll',
      'Custom',
    ])
    const starred = dialog().getByRole('list', { name: 'Starred' })
    expect(within(starred).getByRole('button', { name: 'Country' })).toBeTruthy()
    expect(dialog().getAllByRole('button', { name: 'Country' })).toHaveLength(1)
  })

  test('METR-047 custom ones go and debug ones come with their flags', async () => {
    const api = {
      'GET /ui/v1/dimensions': aDimensionsResponse({
        custom_3: { display_name: 'Studio', category: 'device' },
      }),
    }
    await openFilters({ api, flags: { customDimensions: false, debugDimensions: true } })
    await openModal('SDK')
    expect(groupNames()).not.toContain('Custom')
    expect(groupNames().at(-1)).toBe('Debug')
    expect(dialog().queryByRole('button', { name: 'Studio' })).toBeNull()
  })

  test('METR-045 METR-047 custom ones are called and placed as the environment says', async () => {
    await openFilters({
      api: {
        'GET /ui/v1/dimensions': aDimensionsResponse({
          custom_3: { display_name: 'Studio', category: 'device' },
        }),
      },
    })
    await openModal('Studio')
    const device = dialog().getByRole('list', { name: 'Device' })
    expect(within(device).getByRole('button', { name: 'Studio' })).toBeTruthy()
  })

  test('METR-048 a star is saved with the others, sorted, and moves the dimension up', async () => {
    const { requests } = await openFilters({
      starred: ['country'],
      api: {
        [`PUT ${settingsPath}`]: ({ body }) => ({
          body: { data: (body as { settings: unknown }).settings },
        }),
      },
    })
    await openModal('Browser')
    await press('Star Browser')
    const saved = () =>
      requests
        .filter(({ method, path }) => method === 'PUT' && path === settingsPath)
        .map(({ body }) => body)
    await waitFor(() =>
      expect(saved()).toEqual([{ settings: { starred_dimensions: ['browser', 'country'] } }]),
    )
    const starred = dialog().getByRole('list', { name: 'Starred' })
    expect(within(starred).getByRole('button', { name: 'Browser' })).toBeTruthy()
    const star = within(starred).getByRole('button', { name: 'Star Country' })
    expect(star.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(star)
    await waitFor(() =>
      expect(saved().at(-1)).toEqual({ settings: { starred_dimensions: ['browser'] } }),
    )
  })

  test('METR-048 a star that could not be saved is taken back', async () => {
    const { requests } = await openFilters({
      starred: [],
      api: { [`PUT ${settingsPath}`]: { status: 422, body: {} } },
    })
    await openModal('Browser')
    await press('Star Browser')
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
    await waitFor(() => expect(groupNames()).not.toContain('Starred'))
  })

  test('arrows move between them, Enter chooses; a search finds them by name', async () => {
    await openFilters()
    await openModal('Browser')
    dialog().getByRole('button', { name: 'Browser' }).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Device category')
    await userEvent.keyboard('{Enter}')
    expect(dialog().getByRole('region', { name: 'Device category' })).toBeTruthy()
    await userEvent.type(dialog().getByLabelText('Find a dimension'), 'cdn{Enter}')
    expect(dialog().getByRole('region', { name: 'CDN' })).toBeTruthy()
    expect(dialog().queryByRole('button', { name: 'Browser' })).toBeNull()
  })

  test('METR-049 METR-059 METR-060 a historical range offers basic ones, the others say why not', async () => {
    const { asked } = await openFilters({ search: '?timeframe[]=6:months' })
    await openModal('CDN')
    expect(
      dialog().getByText('Some dimensions are unavailable for data older than 100 days'),
    ).toBeTruthy()
    const country = dialog().getByRole('button', { name: 'Country' })
    expect(country.getAttribute('aria-disabled')).toBe('true')
    await pointAt(country)
    expect((await screen.findByRole('tooltip')).textContent).toBe(unavailable)
    expect(await dialog().findByRole('checkbox', { name: /Fastly/ })).toBeTruthy()
    await userEvent.click(country)
    expect(dialog().getByText(unavailable)).toBeTruthy()
    expect(dialog().queryByRole('checkbox')).toBeNull()
    expect(asked(`${values}/country`)).toEqual([])
  })

  test('METR-059 a recent range says nothing of older data', async () => {
    await openFilters()
    await openModal('CDN')
    expect(screen.queryByText(/older than 100 days/)).toBeNull()
  })
})

describe('the values', () => {
  test('METR-045 METR-050 are asked for with the question and counted; null and empty are said', async () => {
    const { asked } = await openFilters({
      search:
        '?timeframe[]=7:days&filters[]=country:US&filters[]=cdn:fastly&metric_filters[]=rebuffer_count>2',
      errorId: '77',
    })
    await openModal('Country')
    const names = (await dialog().findAllByRole('checkbox')).map(
      (box) => box.closest('label')?.textContent,
    )
    expect(names).toEqual([
      'United States 41,208 views',
      'Germany 320 views',
      'Unknown 12 views',
      'Empty 3 views',
    ])
    const { search } = asked(`${values}/country`)[0]!
    expect(search.getAll('timeframe[]')).toEqual(['7:days'])
    expect(search.getAll('filters[]')).toEqual(['cdn:fastly'])
    expect(search.getAll('metric_filters[]')).toEqual(['rebuffer_count>2'])
    expect(Object.fromEntries(search)).toMatchObject({
      limit: '25',
      order_by: 'views',
      order_direction: 'desc',
      error_id: '77',
    })
  })

  test('METR-056 a search is asked once, a quarter of a second after the last letter', async () => {
    const { asked } = await openFilters()
    await openModal('CDN')
    await dialog().findByRole('checkbox', { name: /Fastly/ })
    const startedAt = performance.now()
    await userEvent.type(dialog().getByLabelText('Search CDN'), 'aka')
    const queries = () => asked(`${values}/cdn`).map(({ search }) => search.get('query'))
    await waitFor(() => expect(queries()).toEqual([null, 'aka']))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(240)
  })

  test('METR-055 Select All takes what the search found, and needs a search', async () => {
    const { search } = await openFilters({
      api: {
        [`GET ${values}/cdn`]: ({ search: asked }) =>
          asked.get('query') === 'a'
            ? aValuesResponse([
                ['akamai', 74],
                ['fastly', 90],
              ])
            : aValuesResponse([['cloudfront', 5]]),
      },
    })
    await openModal('CDN')
    const selectAll = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Select All' })
    // There are values, but without a search "Select All" would rarely be meant.
    await dialog().findByRole('checkbox', { name: /CloudFront/ })
    expect(selectAll().disabled).toBe(true)
    await userEvent.type(dialog().getByLabelText('Search CDN'), 'a')
    await waitFor(() => expect(selectAll().disabled).toBe(false))
    await userEvent.click(selectAll())
    await press('Apply')
    await waitFor(() => expect(search()).toBe('?filters[]=cdn:akamai&filters[]=cdn:fastly'))
  })

  test('METR-061 the start of the name of a country finds it', async () => {
    const { asked } = await openFilters({
      api: {
        [`GET ${values}/country`]: ({ search }) =>
          aValuesResponse(search.getAll('filters[]').includes('country:GB') ? [['GB', 7]] : []),
      },
    })
    await openModal('Country')
    const field = dialog().getByLabelText('Search Country')
    await userEvent.type(field, 'united k')
    expect(await dialog().findByRole('checkbox', { name: /United Kingdom/ })).toBeTruthy()
    const last = asked(`${values}/country`).at(-1)?.search
    expect(last?.getAll('filters[]')).toEqual(['country:GB'])
    expect(last?.has('query')).toBe(false)
    await userEvent.clear(field)
    await userEvent.type(field, 'Nowhereland')
    expect(await dialog().findByText(/^No Country filters were found/)).toBeTruthy()
  })

  test('METR-062 without values it says what may help', async () => {
    await openFilters({ api: { [`GET ${values}/cdn`]: aValuesResponse([]) } })
    await openModal('CDN')
    expect(
      await dialog().findByText(
        'No CDN filters were found. If you have other filters applied, try removing some.',
      ),
    ).toBeTruthy()
  })

  test('METR-063 those of the sub-property come from a list of their own', async () => {
    const { asked } = await openFilters({
      api: { [`GET ${values}/sub_property_id/values`]: aValuesResponse([['north', 4]]) },
    })
    await openModal('Sub-property')
    expect(await dialog().findByRole('checkbox', { name: /north/ })).toBeTruthy()
    expect(asked(`${values}/sub_property_id`)).toEqual([])
  })

  test('lists are chosen by their members, with plus and minus', async () => {
    const { search } = await openFilters({
      api: { [`GET ${values}/video_cdn_trace/elements`]: aValuesResponse([['fastly', 4]]) },
    })
    await openModal('CDN trace')
    await check(/Fastly/)
    await press('Apply')
    await waitFor(() => expect(search()).toBe('?filters[]=+video_cdn_trace:fastly'))
    await userEvent.click(screen.getByRole('button', { name: 'CDN trace includes Fastly' }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Exclude' }))
    await press('Apply')
    await waitFor(() => expect(search()).toBe('?filters[]=-video_cdn_trace:fastly'))
  })

  test('more than 25 come page by page', async () => {
    const page = (first: number, count: number) =>
      aValuesResponse(
        Array.from({ length: count }, (_, index) => [`cdn ${first + index}`, 90]),
        30,
      )
    await openFilters({
      api: {
        [`GET ${values}/cdn`]: ({ search }) =>
          search.get('page') === '2' ? page(26, 5) : page(1, 25),
      },
    })
    await openModal('CDN')
    expect(await dialog().findByText('25 of 30')).toBeTruthy()
    await press('Show more')
    await waitFor(() => expect(dialog().getAllByRole('checkbox')).toHaveLength(30))
    expect(dialog().queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('that could not be read can be loaded again', async () => {
    let isBroken = true
    await openFilters({
      api: {
        [`GET ${values}/cdn`]: () =>
          isBroken ? { status: 422, body: {} } : aValuesResponse([['fastly', 1]]),
      },
    })
    await openModal('CDN')
    expect(await dialog().findByText('The values couldn’t be read.')).toBeTruthy()
    isBroken = false
    await press('Try again')
    expect(await dialog().findByRole('checkbox', { name: /Fastly/ })).toBeTruthy()
  })
})

describe('choosing', () => {
  test('METR-053 METR-054 values are chosen, shown as chips and applied together', async () => {
    const { search } = await openFilters({ search: '?filters[]=cdn:akamai' })
    await openModal('Country')
    await check(/United States/)
    await check(/Unknown/)
    const chosen = dialog().getByRole('list', { name: 'Chosen values' })
    expect(
      within(chosen)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['CDN Akamai', 'Country United States', 'Country Unknown'])
    expect(search()).toBe('?filters[]=cdn:akamai')
    await press('Remove CDN Akamai')
    await press('Apply')
    await isClosed()
    expect(search()).toBe('?filters[]=country:US&filters[]=country:__null__')
  })

  test('METR-054 Enter applies from the search and from a value', async () => {
    const { search } = await openFilters()
    await openModal('CDN')
    await check(/Fastly/)
    await userEvent.keyboard('{Enter}')
    await isClosed()
    expect(search()).toBe('?filters[]=cdn:fastly')
  })

  test('METR-054 Cancel and Escape keep the filters as they were', async () => {
    const { search } = await openFilters({ search: '?filters[]=cdn:akamai' })
    await openModal('CDN')
    await check(/Fastly/)
    await press('Cancel')
    await isClosed()
    await openModal('CDN')
    expect(dialog().queryByRole('button', { name: 'Remove CDN Fastly' })).toBeNull()
    await check(/Fastly/)
    await userEvent.keyboard('{Escape}')
    await isClosed()
    expect(search()).toBe('?filters[]=cdn:akamai')
  })

  test('METR-054 Remove All leaves none', async () => {
    const { search } = await openFilters({ search: '?filters[]=cdn:akamai&filters[]=country:US' })
    await openModal()
    await press('Remove All')
    expect(dialog().queryByRole('list', { name: 'Chosen values' })).toBeNull()
    await press('Apply')
    await waitFor(() => expect(search()).toBe(''))
  })

  test('METR-064 include or exclude holds for all values of a dimension', async () => {
    const { search } = await openFilters({
      search: '?filters[]=cdn:akamai&filters[]=country:US',
    })
    await openModal('CDN')
    await userEvent.click(dialog().getByRole('radio', { name: 'Exclude' }))
    await check(/Fastly/)
    await press('Apply')
    await waitFor(() =>
      expect(search()).toBe('?filters[]=!cdn:akamai&filters[]=country:US&filters[]=!cdn:fastly'),
    )
    expect(screen.getByRole('button', { name: 'CDN is not Akamai, Fastly' })).toBeTruthy()
  })

  test('METR-068 giving up a country gives up the regions', async () => {
    const { search } = await openFilters({
      search: '?filters[]=country:US&filters[]=region:Ohio&filters[]=cdn:fastly',
    })
    await openModal('Country')
    await check(/United States/)
    await press('Apply')
    await waitFor(() => expect(search()).toBe('?filters[]=cdn:fastly'))
  })

  test('METR-057 METR-058 at the limit only dimensions with a filter can be searched and chosen', async () => {
    const { search } = await openFilters({
      search: '?filters[]=cdn:akamai',
      flags: { maxFilters: 1 },
    })
    await openModal('Country')
    const text = 'You have used the maximum number of filter dimensions for your plan.'
    expect(dialog().getByText(text)).toBeTruthy()
    expect(dialog().getByLabelText<HTMLInputElement>('Search Country').disabled).toBe(true)
    const boxes = await dialog().findAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.every(({ disabled }) => disabled)).toBe(true)
    await press('CDN')
    expect(dialog().queryByText(text)).toBeNull()
    await check(/Fastly/)
    await press('Apply')
    await waitFor(() => expect(search()).toBe('?filters[]=cdn:akamai&filters[]=cdn:fastly'))
  })
})
