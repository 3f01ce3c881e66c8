import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ScreenPlaces } from '@playhead/web-kit/navigation/screen-places.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { DeclaredPart } from '@playhead/web-kit/slot.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './asset-detail-screen.tsx'
import { assetCard, assetTab, type PartProps } from './slots.ts'
import { anAsset, anEvent, anAssetId, base, aFeed } from './testing-assets.ts'

const id = anAssetId(1)
const one = `/video/v1/assets/${id}`
const playbackId = 'Play0000000000000000000000000001'

const ScreenAndToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const usage = {
  [`GET /ui/v1/assets/${id}/usage`]: {
    body: {
      data: {
        stored_minutes: 1.6,
        stored_bytes: 12_300_000,
        encoded_minutes: 3.2,
        delivered_minutes: 120.4,
        delivered_bytes: 900,
      },
    },
  },
}

const overall = (metric: string) => `GET /data/v1/metrics/${metric}/overall`
const measured = (value: number | null, views: number, watchTime = 0) => ({
  body: {
    data: {
      value,
      total_views: views,
      total_watch_time: watchTime,
      total_playing_time: watchTime,
      global_value: null,
    },
    meta: {},
    timeframe: [0, 1],
    total_row_count: 1,
  },
})

const unwatched = Object.fromEntries(
  ['viewer_experience_score', 'rebuffer_percentage', 'playback_failure_percentage'].map(
    (metric) => [overall(metric), measured(null, 0)],
  ),
)

const open = (
  api: ApiHandlers,
  tab = 'monitor',
  href = `${base}/video/assets/${id}/${tab}`,
  parts: DeclaredPart[] = [],
) =>
  openScreen(ScreenAndToasts, {
    address:
      '/organizations/$organizationId/environments/$environmentId/video/assets/$assetId/$tab',
    href,
    parts,
    api: {
      ...aFeed().handler,
      ...usage,
      ...unwatched,
      [`GET /ui/v1/assets/${id}/files`]: { body: { data: [] } },
      [`GET ${one}`]: { body: { data: anAsset(1) } },
      ...api,
    },
  })

const refused = (message: string, status = 400) => ({
  status,
  body: { error: { type: 'invalid_parameters', messages: [message] } },
})

const still = (overrides: Record<string, unknown> = {}) =>
  anAsset(1, { playback_ids: undefined, ...overrides })

afterEach(async () => {
  toasts.clear()
  await stopScreens()
})

test('ASST-004 ASST-005 ASST-009 the detail has its title, a way back, tabs and what is known', async () => {
  await open({ [`GET ${one}`]: { body: { data: still({ upload_id: anAssetId(7) }) } } })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Film 1')
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(within(crumbs).getByRole('link', { name: 'Assets' }).getAttribute('href')).toBe(
    `${base}/video/assets`,
  )
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the asset' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Monitor',
    'Events and logs',
    'Input info',
  ])
  expect(tabs.getByRole('link', { name: 'Monitor' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByText('Ready')).toBeTruthy()
  expect(screen.getByText(id)).toBeTruthy()
  expect(screen.getByText(anAssetId(7))).toBeTruthy()
  expect(screen.getByText('1280 × 720')).toBeTruthy()
  expect(await screen.findByText('120 min')).toBeTruthy()
  expect(screen.getByText('12.3 MB')).toBeTruthy()
})

test('the usage of an asset says what encoded minutes are, and leads to what they cost', async () => {
  await open({})
  const card = within((await screen.findByRole('heading', { name: 'Usage' })).closest('section')!)
  expect(await card.findByText('Sum of all renditions; billed once')).toBeTruthy()
  const link = card.getByRole('link', { name: 'Usage details' })
  expect(link.getAttribute('href')).toBe(
    `${base}/account/billing/usage-details?environment=${ids.environment}`,
  )
})

test('someone who may not see costs has no link to them', async () => {
  const Member = () => (
    <ScreenPlaces.Provider value={(href) => !href.includes('/billing/')}>
      <Screen />
    </ScreenPlaces.Provider>
  )
  await openScreen(Member, {
    address:
      '/organizations/$organizationId/environments/$environmentId/video/assets/$assetId/$tab',
    href: `${base}/video/assets/${id}/monitor`,
    api: {
      ...aFeed().handler,
      ...usage,
      ...unwatched,
      [`GET /ui/v1/assets/${id}/files`]: { body: { data: [] } },
      [`GET ${one}`]: { body: { data: anAsset(1) } },
    },
  })
  expect(await screen.findByText('Sum of all renditions; billed once')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Usage details' })).toBeNull()
})

test('the monitor tab says how many watched the asset, and how well it played', async () => {
  const { requests } = await open({
    [overall('viewer_experience_score')]: measured(0.7113, 1_204, 5_400_000),
    [overall('rebuffer_percentage')]: measured(0.0123, 1_204),
    [overall('playback_failure_percentage')]: measured(0.005, 1_204),
  })
  const link = await screen.findByRole('link', { name: '1,204 views' })
  expect(decodeURIComponent(link.getAttribute('href')!)).toBe(
    `${base}/views?timeframe[]=7:days&filters[]=asset_id:${id}`,
  )
  const card = within(link.closest('section')!)
  expect(await card.findByText('1 h 30 m')).toBeTruthy()
  expect(card.getByText('71.13')).toBeTruthy()
  expect(card.getByText('1.23 %')).toBeTruthy()
  expect(card.getByText('0.50 %')).toBeTruthy()
  const asked = requests.filter(({ path }) => path.includes('/overall'))
  for (const { search } of asked) expect(search.getAll('filters[]')).toEqual([`asset_id:${id}`])
  expect(asked).toHaveLength(3)
})

test('an asset without views says so, and a failed question can be asked again', async () => {
  await open({})
  expect(await screen.findByText('No views in the last 7 days')).toBeTruthy()
  await stopScreens()
  let isBroken = true
  await open({
    [overall('rebuffer_percentage')]: () =>
      isBroken ? refused('The analytics store is away.', 503) : measured(0, 0),
  })
  expect(await screen.findByText('The analytics store is away.')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: /again|Retry/ }))
  expect(await screen.findByText('No views in the last 7 days')).toBeTruthy()
})

test.each([
  ['public', 'ready', 1],
  ['signed', 'ready', 0],
  ['public', 'preparing', 0],
])(
  'ASST-009 a %s asset that is %s has %i links to its watch page',
  async (policy, status, count) => {
    await open({
      [`GET ${one}`]: {
        body: { data: anAsset(1, { status, playback_ids: [{ id: playbackId, policy }] }) },
      },
    })
    expect(await screen.findByText('Danger zone')).toBeTruthy()
    const links = screen.queryAllByRole('link', { name: /Open the watch page/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: count }, () => `/watch/${playbackId}`),
    )
  },
)

test('ASST-004 tabs and cards of other features come in their order, once they are loaded', async () => {
  const said = (word: string) => async () => ({
    Part: ({ asset }: PartProps) => <p>{`${word} ${asset.id}`}</p>,
  })
  const parts = [
    assetTab({ address: 'late', title: 'Late', order: 90, load: said('late') }),
    assetTab({ address: 'early', title: 'Early', order: 15, load: said('early') }),
    assetCard({ order: 25, load: said('card') }),
  ]
  await open({ [`GET ${one}`]: { body: { data: still() } } }, 'monitor', undefined, parts)
  const card = await screen.findByText(`card ${id}`)
  const details = screen.getByLabelText('Creator ID')
  expect(card.compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the asset' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Monitor',
    'Early',
    'Events and logs',
    'Input info',
    'Late',
  ])
  await userEvent.click(tabs.getByRole('link', { name: 'Early' }))
  expect(await screen.findByText(`early ${id}`)).toBeTruthy()
})

test('a recording leads to its live stream', async () => {
  const recording = still({ ingest_type: 'live_rtmp', live_stream_id: anAssetId(9), is_live: true })
  await open({ [`GET ${one}`]: { body: { data: recording } } })
  const link = await screen.findByRole('link', { name: 'Recorded live by RTMP' })
  expect(link.getAttribute('href')).toBe(`${base}/video/live-streams/${anAssetId(9)}/monitor`)
  expect(screen.getByText('Live')).toBeTruthy()
})

test('the thumbnail of a recording is chosen once it is whole', async () => {
  await open({ [`GET ${one}`]: { body: { data: anAsset(1) } } })
  expect(await screen.findByRole('button', { name: 'Choose a picture' })).toBeTruthy()
  await stopScreens()
  await open({ [`GET ${one}`]: { body: { data: anAsset(1, { is_live: true }) } } })
  expect(await screen.findByLabelText('Creator ID')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Choose a picture' })).toBeNull()
})

test('ASST-005 an asset without a title is called by its id', async () => {
  await open({ [`GET ${one}`]: { body: { data: still({ meta: undefined }) } } })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(id)
})

test('ASST-004 a tab that is not there leads to the monitor', async () => {
  const { router } = await open({ [`GET ${one}`]: { body: { data: still() } } }, 'nonsense')
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/monitor$/))
})

test('ASST-006 deleting asks first and returns to the list', async () => {
  const { router, requests } = await open({
    [`GET ${one}`]: { body: { data: still() } },
    [`DELETE ${one}`]: { status: 204 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete asset' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Film 1?' })
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete asset' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/video/assets`))
  expect(requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    one,
  ])
})

test('ASST-007 a delete that fails says so', async () => {
  await open({
    [`GET ${one}`]: { body: { data: still() } },
    [`DELETE ${one}`]: refused('No.', 500),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete asset' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete asset' }))
  expect(await screen.findByText('Asset Delete Failed')).toBeTruthy()
  expect(
    screen.getByText(
      'We were unable to delete this asset at this time. Please contact support or try again later.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe('Film 1')
})

test('DEMO-002 DEMO-004 a visitor of a demo who deletes reads that nothing is saved, not that something failed', async () => {
  const text = 'This is a demo: nothing is saved here.'
  const body = { error: { type: 'demo', messages: [text] } }
  await open({
    [`GET ${one}`]: { body: { data: still() } },
    [`DELETE ${one}`]: { status: 403, body },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete asset' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete asset' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByText('Asset Delete Failed')).toBeNull()
})

test('ASST-008 an asset that is not found is named, a missing id is asked for', async () => {
  await open({ [`GET ${one}`]: refused('No such asset.', 404) })
  expect(await screen.findByText('Asset Not Found')).toBeTruthy()
  expect(screen.getByText(id)).toBeTruthy()
  await stopScreens()
  await open({}, 'monitor', `${base}/video/assets/%20/monitor`)
  expect(await screen.findByText('An asset ID is required')).toBeTruthy()
})

test('ASST-010 a preparing asset shows its progress, and turns ready without a reload', async () => {
  let asset: object = still({
    status: 'preparing',
    progress: { state: 'transcoding', progress: 40 },
  })
  await open({ [`GET ${one}`]: () => ({ body: { data: asset } }) })
  const bar = await screen.findByRole('progressbar', { name: 'Making it playable' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  asset = still()
  expect(await screen.findByText('Ready')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('ASST-009 ASST-010 an errored asset says why', async () => {
  const errors = { type: 'invalid_input', messages: ['This is not a video or audio file.'] }
  await open({ [`GET ${one}`]: { body: { data: still({ status: 'errored', errors }) } } })
  expect(await screen.findByText('This is not a video or audio file.')).toBeTruthy()
  expect(screen.getByText('Errored')).toBeTruthy()
})

test('ASST-019 an open asset that is deleted elsewhere shows status deleted', async () => {
  const live = aFeed()
  await open({ ...live.handler, [`GET ${one}`]: { body: { data: still() } } })
  await screen.findByText('Ready')
  live.tell(anEvent('video.asset.deleted', anAsset(2)))
  live.tell(anEvent('video.asset.deleted', anAsset(1)))
  expect(await screen.findByText('Deleted')).toBeTruthy()
  expect(screen.getByText(/This asset was deleted/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete asset' })).toBeNull()
})

test('an open asset is read again after a gap in its events', async () => {
  const live = aFeed()
  let overrides = {}
  await open({ ...live.handler, [`GET ${one}`]: () => ({ body: { data: still(overrides) } }) })
  await screen.findByText('Ready')
  overrides = { meta: { title: 'Renamed elsewhere' } }
  live.tellOfGap()
  expect(await screen.findByRole('heading', { name: /Renamed elsewhere/ })).toBeTruthy()
})

const events = Array.from({ length: 12 }, (_, index) =>
  anEvent(`video.asset.step${index}`, anAsset(1)),
)
const log = {
  id: anAssetId(50),
  type: `PATCH ${one}`,
  created_at: '2026-11-21T12:00:00.000Z',
  environment: { id: anAssetId(60), name: 'Production' },
  data: {
    method: 'PATCH',
    path: one,
    status: 200,
    request_id: anAssetId(51),
    duration_ms: 12,
    caller: { kind: 'user', name: 'Mira Kaur' },
  },
}

test('ASST-011 ASST-012 events and logs are read and kept ten at a time, their JSON opens', async () => {
  const { requests } = await open(
    {
      [`GET ${one}/events`]: { body: { data: events } },
      [`GET ${one}/logs`]: { body: { data: [log] } },
    },
    'events',
  )
  const table = await screen.findByRole('table', { name: 'Events' })
  await within(table).findByRole('button', { name: 'video.asset.step0' })
  expect(within(table).getAllByRole('button')).toHaveLength(10)
  for (const part of ['events', 'logs']) {
    const request = requests.find(({ path }) => path === `${one}/${part}`)
    expect(request?.search.get('limit')).toBe('10')
  }
  const logs = screen.getByRole('table', { name: 'Logs' })
  expect(await within(logs).findByText('Mira Kaur')).toBeTruthy()
  await userEvent.click(within(logs).getByRole('button', { name: `PATCH ${one}` }))
  const drawer = await screen.findByRole('dialog', { name: `PATCH ${one}` })
  await waitFor(() => expect(drawer.textContent).toContain('"request_id"'))
})

test('ASST-021 each part that fails says so by itself and is asked again', async () => {
  let isBroken = true
  await open(
    {
      [`GET ${one}/events`]: () =>
        isBroken ? refused('Out of order.') : { body: { data: events } },
      [`GET ${one}/logs`]: { body: { data: [log] } },
    },
    'events',
  )
  expect(await screen.findByText('Out of order.')).toBeTruthy()
  expect(await screen.findByText('Mira Kaur')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'video.asset.step0' })).toBeTruthy()
})

test('ASST-011 input info shows the format and tracks of the input files', async () => {
  const input = {
    settings: { url: 'https://example.com/film.mp4' },
    file: {
      container_format: 'mov,mp4',
      tracks: [
        {
          type: 'video',
          encoding: 'h264',
          width: 1920,
          height: 1080,
          frame_rate: 29.97,
          duration: 95,
        },
        { type: 'audio', encoding: 'aac', sample_rate: 48_000, channels: 2, duration: 95 },
      ],
    },
  }
  await open({ [`GET ${one}/input-info`]: { body: { data: [input] } } }, 'input-info')
  expect(await screen.findByText('https://example.com/film.mp4')).toBeTruthy()
  expect(screen.getByText('1920 × 1080, 29.97 fps')).toBeTruthy()
  expect(screen.getByText('48.0 kHz, 2 channels')).toBeTruthy()
})

test('damage has a sentence of its own beside what else kept a file from being copied', async () => {
  const openWith = (reasons: Record<string, string>) =>
    open(
      {
        [`GET ${one}`]: { body: { data: still({ non_standard_input_reasons: reasons }) } },
        [`GET ${one}/input-info`]: { body: { data: [] } },
      },
      'input-info',
    )
  await openWith({ damaged_video: '9.9-10.4 s' })
  const sentence = 'Seconds 9.9–10.4 are damaged. The video was encoded so that it plays.'
  const message = (await screen.findByText(sentence)).closest('[data-tone]')!
  expect(message.getAttribute('data-tone')).toBe('warning')
  expect(screen.queryByText(/re-encoded|ready sooner/)).toBeNull()
  await stopScreens()

  const many = Array.from({ length: 7 }, (_, at) => `${at}.0-${at}.5 s`).join(', ')
  await openWith({ damaged_video: many, video_codec: 'vp9' })
  expect(
    await screen.findByText(/^Seconds 0.0–0.5, .*, 4.0–4.5 and 2 more stretches are damaged\./),
  ).toBeTruthy()
  expect(screen.getByText(/^The video was re-encoded because of its video codec\./)).toBeTruthy()
})

test('ASST-014 the thumbnail is chosen from the storyboard of the same host', async () => {
  const storyboard = {
    url: 'https://example.com/storyboard.jpg',
    tile_width: 256,
    tile_height: 144,
    duration: 95,
    tiles: [
      { start: 0, x: 0, y: 0 },
      { start: 12.5, x: 256, y: 0 },
    ],
  }
  const { requests } = await open({
    [`GET /${playbackId}/storyboard.json`]: { body: storyboard },
    [`PATCH ${one}`]: { body: { data: anAsset(1, { thumbnail_time: 12.5 }) } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a picture' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use the picture at 00:12' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      thumbnail_time: 12.5,
    }),
  )
  expect(await screen.findByText('Thumbnail changed')).toBeTruthy()
})

test('details are saved, with limits counted as people count', async () => {
  const { requests } = await open({
    [`GET ${one}`]: { body: { data: still() } },
    [`PATCH ${one}`]: { body: { data: still() } },
  })
  const title = await screen.findByLabelText('Creator ID')
  await userEvent.click(title)
  await userEvent.paste('😀'.repeat(129))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Creator ID can only be 128 characters.')).toBeTruthy()
  await userEvent.clear(title)
  await userEvent.paste('😀'.repeat(128))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      meta: { title: 'Film 1', creator_id: '😀'.repeat(128), external_id: '' },
      passthrough: '',
    }),
  )
})

const storedFiles = (problems: Record<string, string | null>) => ({
  [`GET /ui/v1/assets/${id}/files`]: {
    body: {
      data: Object.entries(problems).map(([name, problem]) => ({
        name,
        problem,
        bytes: 1,
        sha256: null,
        created_at: '2026-11-21T12:00:00.000Z',
      })),
    },
  },
})

test('an asset whose files are missing is not shown as ready', async () => {
  const errors = { type: 'missing_files', messages: ['7 files of this asset are missing.'] }
  const names = ['source', ...Array.from({ length: 6 }, (_, index) => `images/${index}.jpg`)]
  await open({
    [`GET ${one}`]: { body: { data: still({ errors }) } },
    ...storedFiles({
      ...Object.fromEntries(names.map((name) => [name, 'missing'])),
      'audio-0': null,
    }),
  })
  expect(await screen.findByText('Files of this asset are missing')).toBeTruthy()
  expect(screen.getByText('Files missing')).toBeTruthy()
  expect(screen.queryByText('Ready')).toBeNull()
  expect(screen.getByText('source')).toBeTruthy()
  expect(screen.getByText('and 2 more')).toBeTruthy()
  expect(screen.queryByText('audio-0')).toBeNull()
})

test('damaged files are named', async () => {
  await open({
    [`GET ${one}`]: { body: { data: still() } },
    ...storedFiles({ source: 'changed', 'audio-0': null }),
  })
  expect(await screen.findByText('Stored files of this asset are damaged')).toBeTruthy()
  expect(screen.getByText('source')).toBeTruthy()
  expect(screen.queryByText('audio-0')).toBeNull()
})
