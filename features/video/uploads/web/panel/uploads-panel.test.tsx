import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { forgetUploads, startUploads } from '../queue/run-uploads.ts'
import { made, aVideoApi } from '../testing-api.ts'
import { anUpload, here, aUrlSource } from '../testing-uploads.ts'
import { type Upload, uploadStatuses } from '../queue/upload-machine.ts'
import { Uploads } from '../uploads.tsx'
import { addUpload, uploadsStore } from '../queue/uploads-store.ts'

afterEach(async () => {
  forgetUploads()
  uploadsStore.set([])
  await stopScreens()
})

const { api } = aVideoApi()
const open = (uploads: readonly Upload[] = []) => {
  uploadsStore.set(uploads)
  return openScreen(() => <Uploads isCreating={false} onClose={() => {}} />, { api })
}
const panel = () => screen.getByRole('region')
const rows = () => within(panel()).queryAllByRole('listitem')
const tabs = () =>
  within(panel())
    .getAllByRole('tab')
    .map(({ textContent }) => textContent)
const actions = (row = rows()[0]!) =>
  [...within(row).queryAllByRole('button'), ...within(row).queryAllByRole('link')].map(
    (one) => one.getAttribute('aria-label')?.split(' ')[0] ?? one.textContent,
  )

const { settings, meta } = anUpload().mux
const withAsset = (asset: object, more: Partial<Upload> = {}) =>
  anUpload({
    status: 'completed',
    progress: 100,
    mux: { settings, meta, asset: { id: made.asset, status: 'preparing', ...asset } },
    ...more,
  })

test('UPLD-065 the panel is there as soon as something is more than chosen', async () => {
  await open([anUpload()])
  expect(screen.queryByRole('region')).toBeNull()
  uploadsStore.set([anUpload({ status: 'queued' })])
  expect(await screen.findByRole('region')).toBeTruthy()
})

test('UPLD-064 it can be collapsed and hidden; the next start brings it back', async () => {
  const first = anUpload({ status: 'completed', progress: 100, attempts: 1 })
  await open([first])
  expect(panel().className).toBe('upload-panel')
  await userEvent.click(screen.getByRole('button', { name: 'Collapse uploads' }))
  expect(within(panel()).queryByRole('tab')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Expand uploads' }))
  expect(rows()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Hide uploads' }))
  expect(screen.queryByRole('region')).toBeNull()
  const { id } = addUpload({ source: aUrlSource(), tenant: here, settings: {} })
  await startUploads([id], () => ({}))
  await waitFor(() => expect(rows()).toHaveLength(2))
})

test('UPLD-066 the title counts what is active', async () => {
  await open([anUpload({ status: 'uploading' }), anUpload({ status: 'queued' })])
  expect(screen.getByRole('heading').textContent).toBe('Uploads (2)')
  uploadsStore.set([anUpload({ status: 'completed' })])
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Uploads'))
})

test('UPLD-067 UPLD-069 tabs count what they hold, and an empty one says so', async () => {
  await open(uploadStatuses.filter((one) => one !== 'queued').map((status) => anUpload({ status })))
  expect(tabs()).toEqual(['All6', 'Queued0', 'Uploading3', 'Uploaded1', 'Failed2'])
  await userEvent.click(within(panel()).getByRole('tab', { name: /Failed/ }))
  expect(rows()).toHaveLength(2)
  await userEvent.click(within(panel()).getByRole('tab', { name: /Queued/ }))
  expect(panel().textContent).toContain('No assets queued')
})

test('screen readers get the result of the upload that ended last', async () => {
  const before = anUpload({ status: 'cancelled', endedAt: 5 })
  await open([before, withAsset({ status: 'ready' }, { endedAt: 9 })])
  expect(within(panel()).getByRole('status').textContent).toBe('film: Asset ready!')
})

test('UPLD-068 five a page, newest first', async () => {
  const titled = (title: string) =>
    anUpload({
      status: 'queued',
      mux: { settings, meta: { title, creatorId: '', externalId: '' } },
    })
  uploadsStore.set([])
  await open(['7', '6', '5', '4', '3', '2', '1'].map((name) => titled(`film ${name}`)))
  expect(rows().map((row) => row.querySelector('p')?.textContent)).toEqual([
    'film 7',
    'film 6',
    'film 5',
    'film 4',
    'film 3',
  ])
  await userEvent.click(within(panel()).getByRole('button', { name: 'Next page' }))
  expect(rows().map((row) => row.querySelector('p')?.textContent)).toEqual(['film 2', 'film 1'])
})

test.each([
  [anUpload({ status: 'uploading', progress: 30 }), 'Uploading... 30%', ['Pause', 'Cancel']],
  [anUpload({ status: 'uploading', source: aUrlSource() }), 'Uploading...', ['Cancel']],
  [anUpload({ status: 'paused' }), 'Upload paused', ['Resume', 'Cancel']],
  [anUpload({ status: 'preparing' }), 'Preparing for upload...', ['Cancel']],
  [anUpload({ status: 'cancelled' }), 'Upload cancelled', ['Retry', 'Remove']],
  [anUpload({ status: 'errored', error: 'No.' }), 'No.', ['Retry', 'Remove']],
  [anUpload({ status: 'completed', progress: 100 }), 'Preparing asset...', []],
  [withAsset({}), 'Preparing asset...', ['View Asset']],
  [withAsset({ status: 'deleted' }), 'Asset deleted!', []],
])('UPLD-070 UPLD-071 UPLD-072 UPLD-073 UPLD-076 UPLD-077 a row: %#', async (upload, text, may) => {
  await open([upload])
  expect(rows()[0]?.textContent).toContain(text)
  expect(actions()).toEqual(may)
})

test('UPLD-070 UPLD-076 a queued row says so and can be cancelled', async () => {
  const five = Array.from({ length: 5 }, () => anUpload({ status: 'uploading' }))
  await open([anUpload({ status: 'queued' }), ...five])
  expect(rows()[0]?.textContent).toContain('Queued')
  expect(actions()).toEqual(['Cancel'])
})

test('UPLD-074 UPLD-078 UPLD-079 a ready asset leads to itself and, when public, to its watch page', async () => {
  const playbackIds = [
    { id: 'signedId', policy: 'signed' },
    { id: 'publicId', policy: 'public' },
  ]
  await open([withAsset({ status: 'ready', playbackIds })])
  expect(rows()[0]?.textContent).toContain('Asset ready!')
  const view = within(panel()).getByRole('link', { name: 'View Asset' })
  const path = `/organizations/${ids.organization}/environments/${ids.environment}/video/assets/${made.asset}`
  expect(view.getAttribute('href')).toBe(path)
  const watch = within(panel()).getByRole('link', { name: /Watch Page/ })
  expect(watch.getAttribute('href')).toBe('/watch/publicId')
})

test('UPLD-083 an address has a picture of its asset at 5 s, as soon as there is one', async () => {
  const playbackIds = [{ id: 'publicId', policy: 'public' }]
  const source = aUrlSource()
  await open([withAsset({ playbackIds }, { source })])
  expect(rows()[0]!.querySelector('img')).toBeNull()
  uploadsStore.set([withAsset({ status: 'ready', playbackIds }, { source })])
  const picture = await waitFor(() => {
    const found = rows()[0]!.querySelector('img')
    expect(found).not.toBeNull()
    return found!
  })
  expect(picture.getAttribute('src')).toMatch(/\/publicId\/thumbnail\.jpg\?time=5&width=1280$/)
  fireEvent.error(picture)
  await waitFor(() => expect(rows()[0]!.querySelector('img')).toBeNull())
})

test('UPLD-078 with ctrl or meta the asset opens in a new tab, otherwise here', async () => {
  const { router } = await open([withAsset({ status: 'ready' })])
  const view = within(panel()).getByRole('link', { name: 'View Asset' })
  // The navigation of the browser is not tested here.
  view.addEventListener('click', (event) => event.preventDefault())
  const isLeftToBrowser = (keys: object) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
    view.dispatchEvent(event)
    return router.state.location.pathname === '/'
  }
  expect(isLeftToBrowser({ ctrlKey: true })).toBe(true)
  expect(isLeftToBrowser({ metaKey: true })).toBe(true)
})

test('UPLD-078 a click shows the asset here', async () => {
  const { router } = await open([withAsset({ status: 'ready' })])
  fireEvent.click(within(panel()).getByRole('link', { name: 'View Asset' }))
  await waitFor(() => expect(router.state.location.pathname).toContain(made.asset))
})

test('UPLD-079 without a public playback id there is no watch page', async () => {
  const playbackIds = [{ id: 'signedId', policy: 'signed' }]
  await open([withAsset({ status: 'ready', playbackIds })])
  expect(actions()).toEqual(['View Asset'])
})

test('UPLD-075 UPLD-077 an errored asset says why and can be removed', async () => {
  const errors = { messages: ['This is not a video or audio file.'] }
  await open([withAsset({ status: 'errored', errors }, { status: 'errored' })])
  expect(rows()[0]?.textContent).toContain('This is not a video or audio file.')
  await userEvent.click(within(panel()).getByRole('button', { name: /Remove/ }))
  expect(uploadsStore.get()).toEqual([])
})
