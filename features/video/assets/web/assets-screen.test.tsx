import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { documentTitle } from '@playhead/web-kit/navigation/title.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './assets-screen.tsx'
import { preparedMinutes } from './prepared-minutes.ts'
import { assetsWeb } from './screens.ts'
import {
  anAsset,
  anEvent,
  anAssetId,
  anAssetListResponse,
  base,
  aFeed,
  prepared,
} from './testing-assets.ts'

const list = 'GET /video/v1/assets'

const open = (api: ApiHandlers, search = '') =>
  openScreen(Screen, {
    address: '/organizations/$organizationId/environments/$environmentId/video/assets',
    href: `${base}/video/assets${search}`,
    api: { ...prepared, ...aFeed().handler, ...api },
  })

type Opened = Awaited<ReturnType<typeof open>>
const asked = ({ requests }: Opened) =>
  requests.filter(({ method, path }) => method === 'GET' && path === '/video/v1/assets')

const many = (count: number) => Array.from({ length: count }, (_, index) => anAsset(count - index))
const rowNames = () =>
  screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.trim())

afterEach(stopScreens)

test('ASST-001 the page is called Assets, the browser tab Video | Assets', async () => {
  await open({ [list]: anAssetListResponse([anAsset()]) })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Assets')
  const [listed] = assetsWeb.screens
  expect(documentTitle(listed?.title)).toMatch(/^Video \| Assets/)
})

test('ASST-002 ASST-003 ASST-010 assets are a table of 25 a page', async () => {
  const opened = await open({
    [list]: anAssetListResponse(
      [
        anAsset(3, {
          meta: undefined,
          status: 'preparing',
          duration: undefined,
          tracks: undefined,
          resolution_tier: undefined,
          progress: { state: 'transcoding', progress: 41.5 },
        }),
        anAsset(2, { resolution_tier: 'audio-only', tracks: [] }),
        anAsset(1, { status: 'errored' }),
      ],
      60,
    ),
  })
  const first = await screen.findByRole('row', { name: new RegExp(anAssetId(3)) })
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(titles).toEqual(['Thumbnail', 'Title', 'Status', 'Duration', 'Resolution', 'Created'])
  expect(within(first).getByText('Preparing')).toBeTruthy()
  expect(within(first).getByText('41 %')).toBeTruthy()
  const sound = screen.getByRole('row', { name: /Film 2/ })
  expect(within(sound).getByText('Ready')).toBeTruthy()
  expect(within(sound).getByText('1:35')).toBeTruthy()
  expect(within(sound).getByText('Audio only')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Film 1/ })).getByText('1280 × 720')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Film 1/ })).getByText('Errored')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Film 2' }).getAttribute('href')).toBe(
    `${base}/video/assets/${anAssetId(2)}/monitor`,
  )
  const [request] = asked(opened)
  expect(request?.search.get('limit')).toBe('25')
  expect(request?.search.get('page')).toBe('1')
  expect(screen.getByText('60 assets')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Next page' }))
  await waitFor(() => expect(asked(opened).at(-1)?.search.get('page')).toBe('2'))
})

test('ASST-002 search, status and order are in the address and in the request', async () => {
  const opened = await open({ [list]: anAssetListResponse([anAsset()]) })
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search assets' }), 'dusk')
  await waitFor(() => expect(asked(opened).at(-1)?.search.get('q')).toBe('dusk'))
  await userEvent.click(screen.getByRole('radio', { name: 'Errored' }))
  await waitFor(() => expect(asked(opened).at(-1)?.search.get('status')).toBe('errored'))
  await userEvent.click(screen.getByRole('button', { name: /Duration/ }))
  await waitFor(() => expect(asked(opened).at(-1)?.search.get('order_by')).toBe('duration'))
  expect(opened.router.state.location.searchStr).toMatch(/q=dusk.*status=errored.*order=duration/)
})

test('ASST-001 Create New Asset opens the dialog by the address', async () => {
  const { router } = await open({ [list]: anAssetListResponse([anAsset()]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Asset' }))
  await waitFor(() => expect(router.state.location.hash).toBe('create-asset'))
})

test('ASST-013 prepared seconds of 30 days become minutes without the first day', async () => {
  const opened = await open({ [list]: anAssetListResponse([anAsset()]) })
  const chart = await screen.findByRole('slider', { name: 'Prepared minutes by day' })
  expect(chart.getAttribute('aria-valuetext')).toBe('30 columns')
  expect(screen.getByText('2.50 min in all')).toBeTruthy()
  const request = opened.requests.find(({ path }) => path === '/ui/v1/usage/assets-prepared')
  expect(request?.search.get('days')).toBe('30')
  expect(
    preparedMinutes([
      { date: 'a', value: 600 },
      { date: 'b', value: 90 },
    ]),
  ).toEqual([{ date: 'b', minutes: 1.5 }])
})

test('ASST-013 the chart counts what becomes ready while a person looks', async () => {
  const live = aFeed()
  const opened = await open({ [list]: anAssetListResponse([anAsset()]), ...live.handler })
  await screen.findByText('Film 1')
  const asked = () =>
    opened.requests.filter(({ path }) => path === '/ui/v1/usage/assets-prepared').length
  await waitFor(() => expect(asked()).toBe(1))
  live.tell(anEvent('video.asset.ready', anAsset()))
  await waitFor(() => expect(asked()).toBe(2))
})

test('ASST-016 ASST-017 ASST-018 created assets wait for Show new, which trims the list to 20', async () => {
  const live = aFeed()
  await open({ [list]: anAssetListResponse(many(25), 40), ...live.handler })
  await screen.findByText('Film 25')
  live.tell(
    anEvent('video.asset.created', anAsset(26)),
    anEvent('video.asset.created', anAsset(27), ids.otherEnvironment),
  )
  expect(await screen.findByText('1 new asset')).toBeTruthy()
  expect(screen.queryByText('Film 26')).toBeNull()
  expect(rowNames()).toHaveLength(25)
  await userEvent.click(screen.getByRole('button', { name: 'Show new' }))
  expect(rowNames()).toHaveLength(20)
  expect(rowNames()[0]).toBe('Film 26')
  expect(screen.queryByRole('button', { name: 'Show new' })).toBeNull()
  expect(screen.queryByText('Film 27')).toBeNull()
  expect(screen.getByText('The newest 20 of 41')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(rowNames()).toHaveLength(25))
})

test('ASST-019 ASST-020 a deleted asset leaves, one that is ready says so, tracks change nothing', async () => {
  const live = aFeed()
  const preparing = anAsset(2, {
    status: 'preparing',
    progress: { state: 'ingesting', progress: 0 },
  })
  await open({ [list]: anAssetListResponse([anAsset(3), preparing, anAsset(1)]), ...live.handler })
  const row = await screen.findByRole('row', { name: /Film 2/ })
  expect(within(row).getByText('Preparing')).toBeTruthy()
  live.tell(
    anEvent('video.asset.track.deleted', { id: anAssetId(3) }),
    anEvent('video.asset.ready', anAsset(2)),
    anEvent('video.asset.deleted', anAsset(1)),
  )
  await waitFor(() => expect(screen.queryByText('Film 1')).toBeNull())
  expect(within(screen.getByRole('row', { name: /Film 2/ })).getByText('Ready')).toBeTruthy()
  expect(screen.getByText('Film 3')).toBeTruthy()
  expect(screen.getByText('2 assets')).toBeTruthy()
})

test('a recording that grows is marked as live until its broadcast has ended', async () => {
  const live = aFeed()
  await open({ [list]: anAssetListResponse([anAsset(1, { is_live: true })]), ...live.handler })
  const row = await screen.findByRole('row', { name: /Film 1/ })
  expect(within(row).getByText('Live')).toBeTruthy()
  expect(within(row).queryByText('Ready')).toBeNull()
  live.tell(anEvent('video.asset.live_stream_completed', anAsset(1, { is_live: false })))
  expect(await within(row).findByText('Ready')).toBeTruthy()
})

test('the list is read again after a gap in its events', async () => {
  const live = aFeed()
  let films = [anAsset(2), anAsset(1)]
  await open({ [list]: () => anAssetListResponse(films), ...live.handler })
  await screen.findByText('Film 1')
  films = [anAsset(2)]
  live.tellOfGap()
  await waitFor(() => expect(screen.queryByText('Film 1')).toBeNull())
  expect(screen.getByText('1 asset')).toBeTruthy()
})

test('an environment without assets says what would be here and the one next step', async () => {
  const live = aFeed()
  await open({ [list]: anAssetListResponse([]), ...live.handler })
  expect(await screen.findByText('No assets yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Create New Asset' })).toHaveLength(2)
  live.tell(anEvent('video.asset.created', anAsset(1)))
  expect(await screen.findByText('Film 1')).toBeTruthy()
})

test('ASST-021 a list that fails says so in its place and is asked again; the chart lives on', async () => {
  let isBroken = true
  await open({
    [list]: () =>
      isBroken
        ? {
            status: 400,
            body: { error: { type: 'invalid_parameters', messages: ['Out of order.'] } },
          }
        : anAssetListResponse([anAsset()]),
  })
  expect(await screen.findByText('Out of order.')).toBeTruthy()
  expect(await screen.findByRole('slider', { name: 'Prepared minutes by day' })).toBeTruthy()
  // The list is also asked by itself every few seconds.
  const again = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(again)
  expect(await screen.findByText('Film 1')).toBeTruthy()
})
