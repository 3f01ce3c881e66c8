import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import {
  type Fields,
  pressMenuItem,
  aDashboard,
  list,
  listWidgetNames,
  aNumberWidget,
  openDashboards,
  aPosition,
  pressButton,
  aDashboardsApi,
  pressEdit,
  timeframe,
  base,
  otherId,
  wallId,
  aWidget,
  listWrites,
} from './testing-dashboards.tsx'

beforeEach(() => toasts.clear())
afterEach(async () => {
  vi.restoreAllMocks()
  await stopScreens()
})

describe('editing', () => {
  const two = () => ({
    a: aWidget(),
    b: aWidget({ display_name: 'Beside', position: aPosition(0, 3) }),
  })
  const placesIn = (body: unknown) =>
    Object.fromEntries(
      Object.entries((body as Fields).dashboard_contents.widgets).map(([id, { position: at }]) => [
        id,
        [at.row, at.column, at.row_span, at.column_span],
      ]),
    )

  test('DASH-008 Cancel ends editing without, Save with the changes stored', async () => {
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', two())]))
    await pressEdit()
    await pressMenuItem('Actions for Beside', 'Remove')
    expect(screen.queryByRole('region', { name: 'Beside' })).toBeNull()
    await pressButton('Cancel')
    expect(await screen.findByRole('region', { name: 'Beside' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(listWrites(opened)).toEqual([])

    await pressEdit()
    await pressMenuItem('Actions for Beside', 'Remove')
    await pressButton('Save')
    await screen.findByRole('button', { name: 'Edit' })
    expect(screen.queryByRole('region', { name: 'Beside' })).toBeNull()
    const [saved] = listWrites(opened)
    expect(saved).toMatchObject({ method: 'PATCH', path: `${list}/${wallId}` })
    expect(saved!.body).toMatchObject({ version: 3, display_name: 'Wall' })
    expect(placesIn(saved!.body)).toEqual({ a: [0, 0, 1, 3] })
  })

  test('unsaved changes survive a visit to another dashboard', async () => {
    const stored = [aDashboard(wallId, 'Wall', two()), aDashboard(otherId, 'Mobile startup')]
    const { router } = await openDashboards(aDashboardsApi(stored))
    await pressEdit()
    await pressMenuItem('Actions for Beside', 'Remove')
    await userEvent.click(screen.getByRole('link', { name: 'Mobile startup' }))
    await screen.findByRole('heading', { level: 1, name: 'Mobile startup' })
    await userEvent.click(screen.getByRole('link', { name: 'Wall (not saved)' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/${wallId}`))
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Beside' })).toBeNull()
    await pressButton('Cancel')
    expect(await screen.findByRole('region', { name: 'Beside' })).toBeTruthy()
  })

  test('DASH-013 saving stores the timeframe and filters that were shown, and cleans the address', async () => {
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', two())]), {
      search: '?timeframe[]=7:days&filters[]=country:US',
    })
    expect(await screen.findByRole('button', { name: 'Last 7 days' })).toBeTruthy()
    await pressEdit()
    await pressButton('Save')
    await waitFor(() => expect(opened.router.state.location.searchStr).toBe(''))
    expect(listWrites(opened)[0]!.body).toMatchObject({
      timeframe_start: 'Last 7 days',
      dashboard_contents: { global_dimension_filters: ['country:US'] },
    })
    expect(await screen.findByRole('button', { name: 'Last 7 days' })).toBeTruthy()
  })

  test('keys move a component, Shift resizes it, Escape puts it back and Enter drops it, each said aloud', async () => {
    const user = userEvent.setup()
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', two())]))
    await pressEdit()
    const handle = screen.getByRole('button', { name: 'Move Views by browser' })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByText('Views by browser can go no further that way.')).toBeTruthy()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(
      screen.getByText('Views by browser: row 1, column 4, 3 columns wide, 1 row high.'),
    ).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.getByText('Views by browser is back where it was.')).toBeTruthy()
    expect(listWidgetNames()).toEqual(['Views by browser', 'Beside'])

    await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}{Enter}')
    expect(
      screen.getByText('Views by browser dropped at row 2, column 2, 3 columns wide, 2 rows high.'),
    ).toBeTruthy()
    expect(listWidgetNames()).toEqual(['Beside', 'Views by browser'])
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Views by browser'),
    )
    await pressButton('Save')
    await waitFor(() => expect(listWrites(opened)).toHaveLength(1))
    expect(placesIn(listWrites(opened)[0]!.body)).toEqual({ a: [1, 1, 2, 3], b: [0, 3, 1, 3] })
  })

  test('a component is pulled by its handle and by its corner', async () => {
    const width = 615
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
      DOMRect.fromRect({ width, height: 300 }),
    )
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', two())]))
    await pressEdit()
    const pull = (from: Element, x: number, y: number) => {
      fireEvent.pointerDown(from, { button: 0, clientX: 100, clientY: 100 })
      fireEvent.pointerMove(from, { clientX: 100 + x, clientY: 100 + y })
      fireEvent.pointerUp(from, { clientX: 100 + x, clientY: 100 + y })
    }
    // Three columns to the right: the components there move down.
    pull(screen.getByRole('button', { name: 'Move Views by browser' }), width / 2, 0)
    expect(listWidgetNames()).toEqual(['Views by browser', 'Beside'])
    // There is no space for a wider component at the right edge; there is for a taller one.
    pull(document.querySelector('[data-resize="a"]')!, width / 6, 315)
    await pressButton('Save')
    await waitFor(() => expect(listWrites(opened)).toHaveLength(1))
    expect(placesIn(listWrites(opened)[0]!.body)).toEqual({ a: [0, 3, 2, 3], b: [2, 3, 1, 3] })
  })

  test('on a phone two buttons change the order', async () => {
    await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', two())]))
    await pressEdit()
    await pressButton('Move Beside up')
    expect(listWidgetNames()).toEqual(['Beside', 'Views by browser'])
    await pressButton('Move Beside down')
    expect(listWidgetNames()).toEqual(['Views by browser', 'Beside'])
  })

  test('DASH-019 the menu makes a component half or full', async () => {
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', two())]))
    await pressEdit()
    await pressMenuItem('Actions for Beside', 'Full size')
    await pressButton('Save')
    await waitFor(() => expect(listWrites(opened)).toHaveLength(1))
    expect(placesIn(listWrites(opened)[0]!.body)).toEqual({ a: [0, 0, 1, 3], b: [1, 0, 2, 6] })
  })

  test('a dashboard that another person saved is not overwritten, and the own changes stay', async () => {
    const sentence = 'Another person has changed this dashboard.'
    await openDashboards(
      aDashboardsApi([aDashboard(wallId, 'Wall', two())], {
        [`PATCH ${list}/${wallId}`]: {
          status: 400,
          body: {
            error: {
              type: 'invalid_parameters',
              messages: [sentence],
              fields: { version: [sentence] },
            },
          },
        },
      }),
    )
    await pressEdit()
    await pressMenuItem('Actions for Beside', 'Remove')
    await pressButton('Save')
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([
        { type: 'error', title: 'Dashboard not saved', description: sentence },
      ]),
    )
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Beside' })).toBeNull()
  })

  test('the name is changed in place', async () => {
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall')]))
    await pressButton('Wall')
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Name of the dashboard' }),
      '{Control>}a{/Control}Lobby{Enter}',
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Lobby' })).toBeTruthy()
    expect(listWrites(opened)[0]!.body).toEqual({ display_name: 'Lobby', version: 3 })
  })
})

describe('the Create Component drawer', () => {
  const addComponent = async () => {
    await userEvent.click((await screen.findAllByRole('button', { name: 'Add component' }))[0]!)
    return within(await screen.findByRole('dialog', { name: 'Create Component' }))
  }

  test('DASH-001 DASH-015 DASH-016 DASH-017 it opens, counts the name, and wants a type and a name', async () => {
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall')]))
    const drawer = await addComponent()
    await userEvent.click(drawer.getByRole('button', { name: 'Create' }))
    expect(await drawer.findByText('Choose a type')).toBeTruthy()
    expect(drawer.getByText('Enter a name')).toBeTruthy()
    const name = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect(drawer.getByText(/^0\/200/)).toBeTruthy()
    expect(name.maxLength).toBe(200)
    await userEvent.type(name, 'Views')
    expect(drawer.getByText(/^5\/200/)).toBeTruthy()
    await userEvent.click(drawer.getByRole('radio', { name: 'Number' }))
    await userEvent.click(drawer.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('region', { name: 'Views' })).toBeTruthy()
    await pressButton('Save')
    await waitFor(() => expect(listWrites(opened)).toHaveLength(1))
    const { widgets } = (listWrites(opened)[0]!.body as Fields).dashboard_contents
    expect(Object.values(widgets)).toMatchObject([
      { display_name: 'Views', type: 'metric', position: aPosition(0, 0, 1, 1) },
    ])
  })

  test('a component is shown before it is there', async () => {
    await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', { one: aWidget() })]))
    await pressEdit()
    await pressMenuItem('Actions for Views by browser', 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit Component' }))
    const preview = within(drawer.getByRole('region', { name: 'Preview' }))
    expect((await preview.findAllByRole('listitem'))[0]!.textContent).toContain('Chrome1,010')
    await userEvent.click(drawer.getByRole('radio', { name: 'List' }))
    expect(await preview.findByRole('row', { name: /Chrome/ })).toBeTruthy()
  })

  test('DASH-021 a component has no more filters than the plan allows', async () => {
    const described = (id: string, display_name: string) => ({
      id,
      display_name,
      category: 'device',
      basic: true,
    })
    await openDashboards(
      aDashboardsApi(
        [
          aDashboard(wallId, 'Wall', {
            one: aWidget({ dimension_filters: ['browser:Chrome', 'cdn:fastly'] }),
          }),
        ],
        {
          'GET /ui/v1/dimensions': {
            body: {
              data: [
                described('browser', 'Browser'),
                described('cdn', 'CDN'),
                described('country', 'Country'),
              ],
              timeframe,
              total_row_count: 3,
            },
          },
          'GET /ui/v1/users/current-user/settings': { body: { data: { starred_dimensions: [] } } },
        },
      ),
      { featureFlags: { maxFilters: 2 } },
    )
    await pressEdit()
    await pressMenuItem('Actions for Views by browser', 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit Component' }))
    await userEvent.click(drawer.getByRole('button', { name: 'Filter' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    const modal = within(screen.getAllByRole('dialog').at(-1)!)
    await userEvent.click(await modal.findByText('Country'))
    expect(
      await modal.findByText(
        'You have used the maximum number of filter dimensions for your plan.',
      ),
    ).toBeTruthy()
  })

  test('DASH-018 DASH-020 a sixth number is the last: then nothing adds a seventh', async () => {
    const numbers = Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`n${at}`, aNumberWidget(at)]))
    const opened = await openDashboards(aDashboardsApi([aDashboard(wallId, 'Wall', numbers)]))
    await pressEdit()
    await pressButton('Add number')
    const drawer = within(await screen.findByRole('dialog', { name: 'Create Component' }))
    await userEvent.type(drawer.getByRole('textbox', { name: 'Name' }), 'Sixth')
    await userEvent.click(drawer.getByRole('button', { name: 'Create' }))
    expect(await screen.findByRole('region', { name: 'Sixth' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add number' })).toBeNull()
    const another = await addComponent()
    expect(another.getByRole<HTMLInputElement>('radio', { name: 'Number' }).disabled).toBe(true)
    await userEvent.click(another.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await pressButton('Save')
    await waitFor(() => expect(listWrites(opened)).toHaveLength(1))
    const { widgets } = (listWrites(opened)[0]!.body as Fields).dashboard_contents
    const sixth = Object.values(widgets).find(({ display_name: name }) => name === 'Sixth')
    expect(sixth?.position.column).toBe(5)
  })
})
