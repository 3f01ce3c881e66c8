import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/toast-region.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { renderScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './asset-detail-screen.tsx'
import { anAsset, assetId, base, feed } from './testing-assets.ts'

const id = assetId(1)
const one = `/video/v1/assets/${id}`
const playbackId = 'Play0000000000000000000000000001'

const ScreenAndToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (tab: string, api: ApiHandlers, asset: object = anAsset(1)) =>
  renderScreen(ScreenAndToasts, {
    address:
      '/organizations/$organizationId/environments/$environmentId/video/assets/$assetId/$tab',
    href: `${base}/video/assets/${id}/${tab}`,
    api: {
      ...feed().handler,
      [`GET /ui/v1/assets/${id}/files`]: { body: { data: [] } },
      [`GET ${one}`]: { body: { data: asset } },
      ...api,
    },
  })

type Opened = Awaited<ReturnType<typeof open>>
const bodyOf = ({ requests }: Opened, method: string) =>
  requests.find((request) => request.method === method)?.body

configure({ asyncUtilTimeout: 12_000 })
afterEach(async () => {
  toasts.clear()
  await stopScreens()
})

const text = {
  id: assetId(70),
  type: 'text',
  status: 'ready',
  name: 'English',
  language_code: 'en',
  text_type: 'subtitles',
  text_source: 'uploaded',
  closed_captions: true,
}

const withText = (overrides: object = {}) => {
  const asset = anAsset(1)
  return { ...asset, tracks: [...asset.tracks, { ...text, ...overrides }] }
}

test('tracks are listed with their state, and what failed says why', async () => {
  const error = { type: 'not_configured', messages: ['No engine for captions is configured.'] }
  await open('tracks', {}, withText({ status: 'errored', error }))
  const row = await screen.findByRole('row', { name: /English/ })
  expect(within(row).getByText('Errored')).toBeTruthy()
  expect(within(row).getByText('No engine for captions is configured.')).toBeTruthy()
  expect(
    within(screen.getByRole('row', { name: /^Video/ })).getByText('1280 × 720, 25 fps'),
  ).toBeTruthy()
})

test('a text track is added by its address', async () => {
  const opened = await open('tracks', {
    [`POST ${one}/tracks`]: { status: 201, body: { data: text } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add track' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a track' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add track' }))
  expect(dialog.getByText('The address of the file is required')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Address of the file'), 'https://example.com/en.vtt')
  await userEvent.type(dialog.getByLabelText('Language'), 'en')
  await userEvent.click(dialog.getByRole('button', { name: 'Add track' }))
  await waitFor(() =>
    expect(bodyOf(opened, 'POST')).toEqual({
      type: 'text',
      url: 'https://example.com/en.vtt',
      language_code: 'en',
      text_type: 'subtitles',
      closed_captions: false,
    }),
  )
  expect(await screen.findByText('Track added')).toBeTruthy()
})

test('captions are generated from the sound', async () => {
  const path = `POST ${one}/tracks/${assetId(801)}/generate-subtitles`
  const opened = await open('tracks', { [path]: { status: 201, body: { data: [text] } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Generate captions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate captions' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Generate captions' }))
  await waitFor(() =>
    expect(bodyOf(opened, 'POST')).toEqual({ generated_subtitles: [{ language_code: 'en' }] }),
  )
})

test('a track is renamed and deleted, the primary sound only renamed', async () => {
  const path = `${one}/tracks/${text.id}`
  const opened = await open(
    'tracks',
    { [`PATCH ${path}`]: { body: { data: text } }, [`DELETE ${path}`]: { status: 204 } },
    withText(),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for English' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename track' }))
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.type(dialog.getByLabelText('Name'), 'English (UK)')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodyOf(opened, 'PATCH')).toEqual({ name: 'English (UK)', language_code: 'en' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Actions for English' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const confirm = within(await screen.findByRole('alertdialog'))
  await userEvent.click(confirm.getByRole('button', { name: 'Delete track' }))
  await waitFor(() => expect(opened.requests.some(({ method }) => method === 'DELETE')).toBe(true))
  // Closing gives the focus back, which would close a menu that is opened meanwhile.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Default' }))
  await screen.findByRole('menuitem', { name: 'Rename' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

const file = {
  id: assetId(90),
  name: '720p.mp4',
  ext: 'mp4',
  status: 'ready',
  type: 'standard',
  resolution: '720p',
  width: 1280,
  height: 720,
  bitrate: 2_000_000,
  filesize: '3400000',
}
const withFile = { ...anAsset(1), static_renditions: { status: 'ready', files: [file] } }

test('static renditions are added, downloaded and deleted', async () => {
  const opened = await open(
    'files',
    {
      [`POST ${one}/static-renditions`]: { status: 201, body: { data: file } },
      [`DELETE ${one}/static-renditions/${file.id}`]: { status: 204 },
    },
    withFile,
  )
  const link = await screen.findByRole('link', { name: 'Download 720p.mp4' })
  expect(link.getAttribute('href')).toContain(`/${playbackId}/720p.mp4?download=720p.mp4`)
  expect(screen.getByText('3.4 MB')).toBeTruthy()
  expect(screen.getByText('2.00 Mbps')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add file' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a file' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add file' }))
  await waitFor(() => expect(bodyOf(opened, 'POST')).toEqual({ resolution: 'highest' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Delete 720p.mp4' }))
  const confirm = within(await screen.findByRole('alertdialog'))
  await userEvent.click(confirm.getByRole('button', { name: 'Delete file' }))
  await waitFor(() => expect(opened.requests.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('the master is opened for a day and closed again', async () => {
  const opened = await open('files', {
    [`PUT ${one}/master-access`]: { body: { data: anAsset(1) } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Open for 24 hours' }))
  await waitFor(() => expect(bodyOf(opened, 'PUT')).toEqual({ master_access: 'temporary' }))
  await stopScreens()
  document.body.replaceChildren()
  const master = { status: 'ready', url: 'https://video.example.com/master/secret.mp4' }
  await open('files', {}, { ...anAsset(1), master_access: 'temporary', master })
  const link = await screen.findByRole('link', { name: 'Download the master' })
  expect(link.getAttribute('href')).toBe(master.url)
  expect(screen.getByRole('button', { name: 'Close now' })).toBeTruthy()
})

test('playback ids are added with either policy, and deleted after asking', async () => {
  const created = { id: 'New00000000000000000000000000000', policy: 'signed' }
  const opened = await open('playback', {
    [`POST ${one}/playback-ids`]: { status: 201, body: { data: created } },
    [`DELETE ${one}/playback-ids/${playbackId}`]: { status: 204 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add signed ID' }))
  await waitFor(() => expect(bodyOf(opened, 'POST')).toEqual({ policy: 'signed' }))
  await userEvent.click(
    screen.getByRole('button', { name: `Delete the playback ID ${playbackId}` }),
  )
  const confirm = within(await screen.findByRole('alertdialog'))
  expect(opened.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(confirm.getByRole('button', { name: 'Delete playback ID' }))
  await waitFor(() => expect(opened.requests.some(({ method }) => method === 'DELETE')).toBe(true))
})
