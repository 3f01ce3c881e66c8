import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './error-screen.tsx'

const place = `/organizations/${ids.organization}/environments/${ids.environment}`
const one = '/data/v1/errors/4711'
const end = 1_795_273_200
const timeframe = [end - 3 * 3_600, end]

const found = (more: Record<string, unknown> = {}) => ({
  body: {
    data: {
      id: 4711,
      code: null,
      count: 40,
      description: null,
      last_seen: '2026-03-04T12:00:00.000Z',
      message: 'The license was refused',
      notes: null,
      percentage: 2.5,
      player_error_code: 'drm-42',
      ...more,
    },
    timeframe,
    total_row_count: null,
  },
})

const aTimeseries = (
  steps: readonly (readonly [number, number, number | null])[],
  { meta = {}, range = timeframe } = {},
) => ({
  body: {
    data: steps.map(([count, views, percentage], index) => ({
      date: new Date((end - (steps.length - index) * 3_600) * 1_000).toISOString(),
      count,
      views,
      percentage,
    })),
    meta,
    timeframe: range,
    total_row_count: steps.length,
  },
})

const timeseries = aTimeseries([
  [0, 10, 0],
  [3, 12, 25],
  [1, 4, 25],
])

const valuesOf = (values: [string, number][]) => ({
  body: {
    data: values.map(([value, count]) => ({ value, total_count: count })),
    timeframe,
    total_row_count: values.length,
    page: 1,
    limit: 5,
  },
})

const rulesOf = (rules: unknown[], applying: unknown[] = []) => ({
  body: { data: rules, applying, total_row_count: rules.length },
})

const view = {
  id: 'view-1',
  country_code: 'DE',
  error_type_id: 4711,
  playback_failure: true,
  player_error_code: 'drm-42',
  player_error_message: null,
  total_row_count: 1,
  video_title: 'Low Tide',
  view_end: '2026-03-04T12:00:00.000Z',
  view_start: '2026-03-04T11:59:00.000Z',
  viewer_application_name: 'Chrome',
  viewer_experience_score: 0,
  viewer_os_family: 'Windows',
  watch_time: 720,
}

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (
  api: ApiHandlers = {},
  { isAdmin = true, readOnly = false, search = '?timeframe[]=7:days' } = {},
) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(WithToasts, {
    address: '/organizations/$organizationId/environments/$environmentId/errors/$errorId',
    href: `${place}/errors/4711${search}`,
    session: aSession({ organization, organizations: [organization], readOnly }),
    api: {
      [`GET ${one}`]: found(),
      'GET /ui/v1/errors/4711/timeseries': timeseries,
      'GET /ui/v1/error-codes/config': rulesOf([]),
      'GET /data/v1/dimensions/browser': valuesOf([
        ['Chrome', 30],
        ['Safari', 10],
      ]),
      'GET /data/v1/dimensions/operating_system': valuesOf([['Windows', 40]]),
      'GET /data/v1/dimensions/player_name': valuesOf([]),
      'GET /data/v1/dimensions/country': valuesOf([['DE', 40]]),
      'GET /data/v1/video-views': {
        body: { data: [view], total_row_count: 1, timeframe, page: 1, limit: 25 },
      },
      ...api,
    },
  })
}

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const region = (name: string) => screen.findByRole('region', { name })

test('VIEW-017 an error is shown with count, share, its course, where it happens and its views', async () => {
  const { requests } = await open({}, { search: '?timeframe[]=7:days&filters[]=stream_type:live' })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'The license was refused' }),
  ).toBeTruthy()
  const figures = screen.getByText('Views with this error', { selector: 'dt' }).parentElement!
  expect(figures.textContent).toContain('40')
  expect(screen.getByText('Of all views').parentElement!.textContent).toContain('2.50 %')
  expect(screen.getByText('Last seen', { selector: 'dt' }).parentElement!.textContent).toContain(
    'Mar 4, 2026, 12:00',
  )
  expect(await screen.findByRole('slider', { name: 'Views with this error' })).toBeTruthy()
  const browsers = await screen.findByRole('list', { name: 'Views with this error by browser' })
  expect(
    within(browsers)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Chrome30'), expect.stringContaining('Safari10')])
  expect(browsers.textContent).toContain('75 %')
  expect(await screen.findByRole('link', { name: 'Low Tide' })).toBeTruthy()
  const asked = (path: string) => requests.filter((request) => request.path === path)
  for (const path of ['/data/v1/video-views', '/data/v1/dimensions/browser']) {
    expect(asked(path)).toHaveLength(1)
    expect(asked(path)[0]!.search.get('error_id')).toBe('4711')
    expect(asked(path)[0]!.search.getAll('filters[]')).toEqual(['stream_type:live'])
  }
})

test('the cards hold their places from the start', async () => {
  await open()
  expect(await region('Error configuration')).toBeTruthy()
  expect(screen.getByText('Loading the configuration')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Notes' })).toBeTruthy()
  expect(await screen.findByText('Not configured: the player decides how it counts.')).toBeTruthy()
})

test('its course is a table as well, of counts or of shares, and the address says which', async () => {
  const { router } = await open()
  await screen.findByRole('slider', { name: 'Views with this error' })
  await userEvent.click(screen.getByRole('radio', { name: 'Percentage' }))
  expect(await screen.findByRole('slider', { name: 'Share of the views' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ timeframe: ['7:days'], graph: 'percentage' })
  await userEvent.click(screen.getByRole('button', { name: 'Options of Share of the views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Show as table' }))
  const table = await screen.findByRole('table', { name: 'Share of the views' })
  const texts = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(texts.some((text) => text?.includes('25.00 %') && text.includes('12 views'))).toBe(true)
})

test('steps before the first view are absent', async () => {
  await open({
    'GET /ui/v1/errors/4711/timeseries': aTimeseries(
      [
        [0, 0, null],
        [0, 0, null],
        [3, 12, 25],
      ],
      { meta: { first_view_at: end - 1.5 * 3_600 } },
    ),
  })
  const chart = await screen.findByRole('slider', { name: 'Views with this error' })
  chart.focus()
  await userEvent.keyboard('{Home}')
  expect(chart.getAttribute('aria-valuetext')).toContain(': –, 0 views')
  await userEvent.keyboard('{ArrowRight}')
  expect(chart.getAttribute('aria-valuetext')).toContain(': 0, 0 views')
})

const steps = (path: string | null | undefined) => path?.split(/[ML]/).filter(Boolean).length
const linesIn = (container: HTMLElement) =>
  ['.ph-chart-line:not([data-partial])', '.ph-chart-line[data-partial]'].map((selector) =>
    steps(container.querySelector(`.ph-chart-picture ${selector}`)?.getAttribute('d')),
  )

test('the last step of a running range is dashed', async () => {
  const { container } = await open({
    'GET /ui/v1/errors/4711/timeseries': aTimeseries(
      [
        [6, 10, 60],
        [8, 16, 50],
        [7, 14, 50],
        [3, 12, 25],
      ],
      { range: [end - 4 * 3_600, end - 1_800] },
    ),
  })
  await screen.findByRole('slider', { name: 'Views with this error' })
  expect(linesIn(container)).toEqual([3, 2])
})

test('few views are bars', async () => {
  const { container } = await open({
    'GET /ui/v1/errors/4711/timeseries': aTimeseries([
      [0, 100, 0],
      [3, 100, 3],
      [1, 100, 1],
    ]),
  })
  await screen.findByRole('slider', { name: 'Views with this error' })
  expect(container.querySelectorAll('.ph-chart-column')).toHaveLength(2)
  expect(linesIn(container)).toEqual([0, undefined])
  // A share is not a count, however low it is.
  await userEvent.click(screen.getByRole('radio', { name: 'Percentage' }))
  await screen.findByRole('slider', { name: 'Share of the views' })
  expect(container.querySelectorAll('.ph-chart-column')).toHaveLength(0)
  expect(linesIn(container)).toEqual([3, undefined])
})

test('VIEW-017 notes are written down and read back', async () => {
  let notes: string | null = null
  const { requests } = await open({
    [`GET ${one}`]: () => found({ notes }),
    [`PATCH ${one}`]: ({ body }: ReceivedRequest) => {
      notes = (body as { notes: string | null }).notes
      return found({ notes })
    },
  })
  const card = within(await region('Notes'))
  const save = () => card.getByRole<HTMLButtonElement>('button', { name: 'Save notes' })
  await screen.findByRole('heading', { level: 1, name: 'The license was refused' })
  expect(save().disabled).toBe(true)
  await userEvent.type(card.getByRole('textbox', { name: 'Notes' }), 'Ask the license server')
  await userEvent.click(save())
  expect(await screen.findByText('Notes saved')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')!.body).toEqual({
    notes: 'Ask the license server',
  })
  await waitFor(() => expect(save().disabled).toBe(true))
  await userEvent.clear(card.getByRole('textbox', { name: 'Notes' }))
  await userEvent.click(save())
  await waitFor(() => expect(notes).toBeNull())
})

test('notes cannot be changed in read-only mode, and the page says so', async () => {
  await open({ [`GET ${one}`]: found({ notes: 'Known since March' }) }, { readOnly: true })
  expect(await screen.findByText('Known since March')).toBeTruthy()
  expect(screen.getByText('Notes cannot be changed while everything is read-only.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('VIEW-017 VIEW-020 VIEW-021 VIEW-023 its code is configured in place, and the change shows its progress', async () => {
  let isSaved = false
  const { requests } = await open({
    'GET /ui/v1/error-codes/config': () =>
      isSaved
        ? rulesOf(
            [
              {
                code: 'drm-42',
                error_severity: 'fatal',
                is_business_exception: false,
                updated_at: '2026-11-20T10:00:00.000Z',
                progress: null,
              },
            ],
            [
              {
                code: 'drm-42',
                status: 'waiting',
                views_total: null,
                views_done: 0,
                requested_at: '2026-11-20T10:00:00.000Z',
                finished_at: null,
              },
            ],
          )
        : rulesOf([]),
    'PUT /ui/v1/error-codes/drm-42/config': () => {
      isSaved = true
      return {
        body: {
          data: {
            code: 'drm-42',
            error_severity: 'fatal',
            is_business_exception: false,
            updated_at: '2026-11-20T10:00:00.000Z',
            progress: null,
          },
        },
      }
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'The license was refused' })
  const card = within(await region('Error configuration'))
  expect(
    await card.findByText('Changes to error configurations take 5 to 10 minutes to apply.'),
  ).toBeTruthy()
  await userEvent.click(await card.findByRole('button', { name: 'Configure' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure drm-42' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Warning' }).checked).toBe(true)
  await userEvent.click(dialog.getByRole('radio', { name: 'Fatal' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await card.findByText('Fatal')).toBeTruthy()
  expect(
    card.getByRole('progressbar', { name: 'Applying drm-42' }).getAttribute('aria-valuetext'),
  ).toBe('Waiting to begin')
  expect(requests.find(({ method }) => method === 'PUT')!.body).toEqual({
    error_severity: 'fatal',
    is_business_exception: false,
  })
})

test('VIEW-017 members see the configuration and who may change it', async () => {
  await open({}, { isAdmin: false })
  await screen.findByRole('heading', { level: 1, name: 'The license was refused' })
  const card = within(await region('Error configuration'))
  expect(await card.findByText('Administrators of the organization change it.')).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
})

test('an error without views in the timeframe offers a longer one', async () => {
  const { router } = await open({
    [`GET ${one}`]: ({ search }: ReceivedRequest) =>
      search.get('timeframe[]') === '30:days'
        ? found()
        : { status: 404, body: { error: { type: 'not_found', messages: ['No such error.'] } } },
  })
  expect(await screen.findByText('No view had this error in this timeframe')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show the last 30 days' }))
  expect(await screen.findByRole('heading', { name: 'The license was refused' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ timeframe: ['30:days'] })
})

test('a chart that cannot be read says so, and the rest of the page lives', async () => {
  await open({
    'GET /ui/v1/errors/4711/timeseries': {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['Away.'] } },
    },
  })
  expect(await screen.findByText('Failed to load data')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Low Tide' })).toBeTruthy()
})
