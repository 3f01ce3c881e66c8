import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, test } from 'vitest'
import { demoMessage } from '@playhead/contract-kit/error-messages.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { documentTitle } from '@playhead/web-kit/navigation/title.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { liveStreamsWeb } from '../screens.ts'
import {
  aLiveEvent,
  aLiveFeed,
  aLiveStream,
  aLiveStreamId,
  aLiveStreamListResponse,
  base,
} from '../testing-live-streams.ts'
import { Screen } from './live-streams-screen.tsx'

const list = 'GET /video/v1/live-streams'
const create = 'POST /video/v1/live-streams'

const open = (api: ApiHandlers, search = '', session = aSession()) =>
  openScreen(Screen, {
    session,
    address: '/organizations/$organizationId/environments/$environmentId/video/live-streams',
    href: `${base}/video/live-streams${search}`,
    api: { ...aLiveFeed().handler, ...api },
  })

type Opened = Awaited<ReturnType<typeof open>>
const asked = ({ requests }: Opened, method = 'GET') =>
  requests.filter((one) => one.method === method && one.path === '/video/v1/live-streams')

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aLiveStream(count - index))
const rowNames = () =>
  screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.trim())
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))

/** The editor lives in a shadow root. */
const editor = async () => {
  const host = await waitFor(() => {
    const found = [...document.querySelectorAll('.ph-code-editor > div')].find(
      ({ shadowRoot }) => shadowRoot?.querySelector('.cm-content') !== undefined && shadowRoot,
    )
    expect(found?.shadowRoot?.querySelector('.cm-content')).toBeTruthy()
    return found!.shadowRoot!
  })
  return EditorView.findFromDOM(host.querySelector<HTMLElement>('.cm-editor')!)!
}

const write = (view: EditorView, text: string) =>
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })

const openDialog = async (api: ApiHandlers = {}) => {
  const opened = await open({ [list]: aLiveStreamListResponse([aLiveStream()]), ...api })
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Live Stream' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Live Stream' }))
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Create Live Stream' }))
  return { opened, dialog, view: await editor(), send }
}

afterEach(stopScreens)

test('LIVE-001 live streams are a table of 25 a page with key, status and time', async () => {
  const opened = await open({
    [list]: aLiveStreamListResponse(
      [
        aLiveStream(4, { status: 'active', active_asset_id: aLiveStreamId(9) }),
        aLiveStream(3, { meta: undefined, active_asset_id: aLiveStreamId(9) }),
        aLiveStream(2, { status: 'disabled' }),
        aLiveStream(1),
      ],
      60,
    ),
  })
  expect(await screen.findByRole('link', { name: 'Feed 4' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Live Streams')
  expect(documentTitle(liveStreamsWeb.screens[0]?.title)).toMatch(/^Video \| Live Streams/)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Status',
    'Stream key',
    'Latency',
    'Created',
  ])
  expect(rowOf('Feed 4').getByText('Active')).toBeTruthy()
  expect(rowOf(aLiveStreamId(3)).getByText('Connecting')).toBeTruthy()
  expect(rowOf('Feed 2').getByText('Disabled')).toBeTruthy()
  expect(rowOf('Feed 1').getByText('Idle')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Feed 2' }).getAttribute('href')).toBe(
    `${base}/video/live-streams/${aLiveStreamId(2)}/monitor`,
  )
  const [request] = asked(opened)
  expect(request?.search.get('limit')).toBe('25')
  expect(request?.search.get('page')).toBe('1')
  expect(screen.getByText('60 live streams')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Next page' }))
  await waitFor(() => expect(asked(opened).at(-1)?.search.get('page')).toBe('2'))
})

test('rows are reached by keyboard, and a click beside the controls opens one', async () => {
  const { router } = await open({ [list]: aLiveStreamListResponse(many(2)) })
  const first = await screen.findByRole('link', { name: 'Feed 2' })
  first.focus()
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Feed 1' }))
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await userEvent.click(rowOf('Feed 1').getByText('Idle'))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(
      `${base}/video/live-streams/${aLiveStreamId(1)}/monitor`,
    ),
  )
})

test('a status that no live stream has can be cleared where nothing is found', async () => {
  const opened = await open({ [list]: aLiveStreamListResponse([]) }, '?status=disabled')
  expect(await screen.findByText('No live streams found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear status' }))
  await waitFor(() => expect(asked(opened).at(-1)?.search.has('status')).toBe(false))
  expect(await screen.findByText('No live streams yet')).toBeTruthy()
})

test('LIVE-005 the stream key is dots until it is shown, and hides again', async () => {
  await open({ [list]: aLiveStreamListResponse([aLiveStream(1)]) })
  await screen.findByRole('link', { name: 'Feed 1' })
  expect(screen.queryByText('streamkey1')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show stream key' }))
  expect(screen.getByText('streamkey1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hide stream key' }))
  expect(screen.queryByText('streamkey1')).toBeNull()
})

test('LIVE-001 the status narrows the list, in the address and in the request', async () => {
  const opened = await open({ [list]: aLiveStreamListResponse([aLiveStream()]) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Disabled' }))
  await waitFor(() => expect(asked(opened).at(-1)?.search.get('status')).toBe('disabled'))
  expect(opened.router.state.location.searchStr).toMatch(/status=disabled/)
})

test('LIVE-003 LIVE-004 the dialog starts with public playback and sends what was typed unchanged', async () => {
  const { opened, view, send } = await openDialog({
    [create]: { status: 201, body: { data: aLiveStream(7) } },
  })
  expect(JSON.parse(view.state.doc.toString())).toEqual({
    playback_policy: ['public'],
    new_asset_settings: { playback_policy: ['public'] },
  })
  const body = {
    latency_mode: 'low',
    unknown_Field: { custom_1: null, camelCase: [1] },
    new_asset_settings: { playback_policy: ['signed'] },
  }
  write(view, JSON.stringify(body))
  await send()
  await waitFor(() => expect(asked(opened, 'POST').map((one) => one.body)).toEqual([body]))
  await waitFor(() =>
    expect(opened.router.state.location.pathname).toBe(
      `${base}/video/live-streams/${aLiveStreamId(7)}/monitor`,
    ),
  )
})

test('DEMO-004 a visitor of a demo reads that nothing is saved where the dialog would open', async () => {
  const api = { [list]: aLiveStreamListResponse([aLiveStream()]) }
  await open(api, '', aSession({ visitor: true }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Live Stream' }))
  expect(toasts.list().map(({ title }) => title)).toEqual([demoMessage])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('LIVE-003 a title is written into the request body, and one that is typed there is shown', async () => {
  const { opened, dialog, view, send } = await openDialog({
    [create]: { status: 201, body: { data: aLiveStream(7) } },
  })
  const title = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(document.activeElement).toBe(title)
  await userEvent.type(title, 'Friday demo')
  const written = {
    meta: { title: 'Friday demo' },
    playback_policy: ['public'],
    new_asset_settings: { playback_policy: ['public'] },
  }
  await waitFor(() => expect(JSON.parse(view.state.doc.toString())).toEqual(written))
  write(view, '{"meta":{"title":"By hand","other":1},"latency_mode":"low"}')
  await waitFor(() => expect(title.value).toBe('By hand'))
  await userEvent.clear(title)
  await waitFor(() =>
    expect(JSON.parse(view.state.doc.toString())).toEqual({
      meta: { other: 1 },
      latency_mode: 'low',
    }),
  )
  for (const broken of ['{"latency_mode":', '[]', '{"meta":3}', '{"meta":{"title":3}}']) {
    write(view, broken)
    await waitFor(() => expect(title.disabled).toBe(true))
    expect(view.state.doc.toString()).toBe(broken)
    write(view, '{}')
    await waitFor(() => expect(title.disabled).toBe(false))
  }
  write(view, JSON.stringify(written))
  await send()
  await waitFor(() => expect(asked(opened, 'POST').map((one) => one.body)).toEqual([written]))
})

test('LIVE-003 text that does not parse is not sent and shows its error', async () => {
  const { opened, dialog, view, send } = await openDialog()
  write(view, '{"latency_mode": "low",}')
  await send()
  expect((await dialog.findByRole('alert')).textContent).toMatch(/JSON/)
  expect(asked(opened, 'POST')).toEqual([])
  write(view, '{}')
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
})

test('LIVE-003 a refusal stays in the dialog with the words of the server', async () => {
  const { dialog, send } = await openDialog({
    [create]: {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['No such latency.'] } },
    },
  })
  await send()
  expect(await dialog.findByText('No such latency.')).toBeTruthy()
})

test('LIVE-017 LIVE-018 created live streams wait for Show new, which trims the list to 20', async () => {
  const live = aLiveFeed()
  await open({ [list]: aLiveStreamListResponse(many(25), 40), ...live.handler })
  await screen.findByText('Feed 25')
  live.tell(
    aLiveEvent('created', aLiveStream(26)),
    aLiveEvent('created', aLiveStream(27), ids.otherEnvironment),
  )
  expect(await screen.findByText('1 new live stream')).toBeTruthy()
  expect(screen.queryByText('Feed 26')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show new' }))
  expect(rowNames()).toHaveLength(20)
  expect(rowNames()[0]).toBe('Feed 26')
  expect(screen.queryByRole('button', { name: 'Show new' })).toBeNull()
  expect(screen.queryByText('Feed 27')).toBeNull()
  expect(screen.getByText('The newest 20 of 41')).toBeTruthy()
})

test('LIVE-019 a deleted live stream stays as deleted; one that begins says so and keeps its key', async () => {
  const live = aLiveFeed()
  await open({ [list]: aLiveStreamListResponse(many(2)), ...live.handler })
  await screen.findByText('Feed 2')
  live.tell(
    aLiveEvent('active', aLiveStream(2, { status: 'active' })),
    aLiveEvent('deleted', aLiveStream(1)),
  )
  expect(await screen.findByText('Deleted')).toBeTruthy()
  expect(rowOf('Feed 1').getByText('Deleted')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Feed 1' })).toBeNull()
  expect(rowOf('Feed 2').getByText('Active')).toBeTruthy()
  await userEvent.click(rowOf('Feed 2').getByRole('button', { name: 'Show stream key' }))
  expect(screen.getByText('streamkey2')).toBeTruthy()
})

test('an environment without live streams says what would be here and the one next step', async () => {
  const live = aLiveFeed()
  await open({ [list]: aLiveStreamListResponse([]), ...live.handler })
  expect(await screen.findByText('No live streams yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Create New Live Stream' })).toHaveLength(2)
  live.tell(aLiveEvent('created', aLiveStream(1)))
  expect(await screen.findByText('Feed 1')).toBeTruthy()
})

test('a list that fails says so in its place and is asked again', async () => {
  let isBroken = true
  await open({
    [list]: () =>
      isBroken
        ? { status: 400, body: { error: { type: 'x', messages: ['Out of order.'] } } }
        : aLiveStreamListResponse([aLiveStream()]),
  })
  expect(await screen.findByText('Out of order.')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Feed 1')).toBeTruthy()
})
