import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { forgetUploads } from './queue/run-uploads.ts'
import { basicLossText } from './dialog/settings-step.tsx'
import { unplayableText } from './preview/source-preview.tsx'
import { made, aVideoApi } from './testing-api.ts'
import { aFile, anUpload } from './testing-uploads.ts'
import { Uploads } from './uploads.tsx'
import { uploadsStore } from './queue/uploads-store.ts'
import { leaveAfterMs } from './dialog/use-create-dialog.ts'

let world: ReturnType<typeof aVideoApi>
const onClose = vi.fn()

beforeEach(() => {
  world = aVideoApi()
  onClose.mockReset()
})
afterEach(async () => {
  vi.useRealTimers()
  forgetUploads()
  await stopScreens()
})

/** Waits until the dialog has navigated to the assets, a moment after a start. */
const left = () => new Promise((resolve) => setTimeout(resolve, leaveAfterMs + 50))

const address = '/organizations/$organizationId/environments/$environmentId'
const path = `/organizations/${ids.organization}/environments/${ids.environment}`

const open = (featureFlags: Record<string, string | boolean> = {}, api: ApiHandlers = {}) =>
  openScreen(() => <Uploads isCreating onClose={onClose} />, {
    address,
    href: path,
    session: aSession({ featureFlags }),
    api: { ...world.api, ...api },
  })

const dialog = () => screen.getByRole('dialog')
const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name })
const press = (name: string | RegExp) => userEvent.click(button(name))
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Video and audio files'), { target: { files } })
const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByText('Drag and drop video or audio files here'), {
    dataTransfer: { files },
  })
const field = (name: string) => within(dialog()).getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const isDisabled = (name: string) => (button(name) as HTMLButtonElement).disabled
const step = () => dialog().querySelector('[aria-current="step"]')?.textContent ?? ''
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aFile(`part ${index + 1}.mp4`))

test('UPLD-003 the dialog says what it is for', async () => {
  await open()
  expect(screen.getByRole('dialog', { name: 'Uploads' })).toBeTruthy()
  expect(dialog().textContent).toContain(
    'Upload your video and audio files to start streaming them',
  )
  expect(dialog().parentElement?.className).toContain('ph-tall')
})

test('UPLD-005 UPLD-006 Back and Next lead through select, details and settings', async () => {
  await open()
  const steps = within(dialog()).getByRole('list', { name: 'Steps' })
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['1Select', '2Details', '3Settings'])
  expect(step()).toContain('Select')
  expect(isDisabled('Back')).toBe(true)
  expect(isDisabled('Next')).toBe(true)
  choose(aFile())
  await press('Next')
  expect(step()).toContain('Details')
  await press('Next')
  expect(step()).toContain('Settings')
  await press('Back')
  expect(step()).toContain('Details')
})

test('UPLD-007 going back to select removes what was chosen', async () => {
  await open()
  choose(aFile())
  await press('Next')
  await press('Back')
  expect(step()).toContain('Select')
  expect(uploadsStore.get()).toEqual([])
  expect(isDisabled('Next')).toBe(true)
})

test('UPLD-002 UPLD-008 closing keeps what has started and removes what has not', async () => {
  const view = await open()
  const started = anUpload({ status: 'completed', progress: 100, createdAt: Date.now() + 1 })
  act(() => uploadsStore.set([started]))
  choose(aFile('two.mp4'))
  expect(uploadsStore.get()).toHaveLength(2)
  await press('Close')
  expect(onClose).toHaveBeenCalledTimes(1)
  view.unmount()
  expect(uploadsStore.get()).toEqual([started])
})

test('UPLD-009 UPLD-010 other files are refused until one tries again', async () => {
  await open()
  expect(screen.getByLabelText('Video and audio files').getAttribute('accept')).toBe(
    'video/*,audio/*',
  )
  drop(aFile(), aFile('notes.txt', 'text/plain'))
  expect(screen.getByRole('alert').textContent).toBe(
    'Unsupported file(s). Only video and audio files are allowed.',
  )
  expect(uploadsStore.get()).toEqual([])
  await press('Try Again')
  drop(aFile(), aFile('sound.mp3', 'audio/mpeg'))
  expect(dialog().textContent).toContain('2 selected')
})

test('UPLD-011 UPLD-012 UPLD-013 UPLD-014 addresses are selected once each, when all of them are some', async () => {
  await open()
  expect(field('URLs').getAttribute('placeholder')).toContain(location.origin)
  expect(isDisabled('Select')).toBe(true)
  type('URLs', 'https://a.example/one.mp4, no address')
  expect(isDisabled('Select')).toBe(true)
  type('URLs', 'https://a.example/one.mp4, http://b.example/two.mp4')
  await press('Select')
  expect(dialog().textContent).toContain('2 selected')
  type('URLs', 'https://a.example/one.mp4,https://c.example/three.mp4')
  await press('Select')
  expect(dialog().textContent).toContain('3 selected')
  expect(dialog().textContent).toContain('Files that are already selected were not added again.')
})

test.each([
  [{}, '/samples/demo.mp4'],
  [{ '4KBilling': true }, '/samples/demo-4k.mp4'],
])('UPLD-015 UPLD-016 with %o the demo is %s', async (flags, demo) => {
  await open(flags)
  await press('Try Demo URL')
  expect((field('URLs') as HTMLInputElement).value).toBe(location.origin + demo)
  expect(isDisabled('Select')).toBe(false)
})

test('UPLD-017 UPLD-022 UPLD-024 one upload shows its details, which have limits', async () => {
  await open()
  choose(aFile('Launch film.mov', 'video/quicktime'))
  await press('Next')
  expect(within(dialog()).getByLabelText('Preview').tagName).toBe('VIDEO')
  expect((field('Title') as HTMLInputElement).value).toBe('Launch film')
  type('Title', 'x'.repeat(513))
  type('Creator ID', 'x'.repeat(129))
  type('External ID', 'x'.repeat(129))
  expect(
    within(dialog())
      .getAllByRole('alert')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Title can only be 512 characters.',
    'Creator ID can only be 128 characters.',
    'External ID can only be 128 characters.',
  ])
  expect(isDisabled('Next')).toBe(true)
  type('Title', '🎬'.repeat(512))
  type('Creator ID', 'x'.repeat(128))
  type('External ID', '')
  expect(within(dialog()).queryAllByRole('alert')).toEqual([])
  expect(isDisabled('Next')).toBe(false)
})

test('UPLD-018 UPLD-019 UPLD-020 several uploads are a list of ten a page', async () => {
  await open()
  choose(...many(12))
  await press('Next')
  const rows = () =>
    within(within(dialog()).getByRole('list', { name: 'Selected uploads' })).getAllByRole(
      'listitem',
    )
  expect(rows()).toHaveLength(10)
  expect(rows()[0]?.querySelector('.upload-thumbnail')).toBeTruthy()
  await press('Next page')
  expect(rows()).toHaveLength(2)
  await press('Remove part 12')
  expect(rows()).toHaveLength(1)
  expect(uploadsStore.get()).toHaveLength(11)
})

test('UPLD-019 UPLD-023 a title is edited in its row and cut at 511 characters', async () => {
  await open()
  choose(...many(2))
  await press('Next')
  await userEvent.click(within(dialog()).getByTitle('Title of part 1'))
  const input = within(dialog()).getByLabelText('Title of part 1')
  fireEvent.change(input, { target: { value: 'y'.repeat(600) } })
  fireEvent.keyDown(input, { key: 'Enter' })
  await waitFor(() =>
    expect(uploadsStore.get().some(({ mux }) => mux.meta.title === 'y'.repeat(511))).toBe(true),
  )
})

test('UPLD-004 UPLD-020 an upload is edited in its own view, and saved or not', async () => {
  await open()
  choose(...many(2))
  await press('Next')
  await press('Edit part 1')
  expect(screen.getByRole('dialog', { name: 'Edit Upload' })).toBeTruthy()
  type('Title', 'Kept')
  await press('Save')
  expect(screen.getByRole('dialog', { name: 'Uploads' })).toBeTruthy()
  await press('Edit Kept')
  type('Title', 'Not kept')
  await press('Cancel')
  await press('Edit Kept')
  type('Creator ID', 'x'.repeat(129))
  expect(isDisabled('Save')).toBe(true)
  await press('Back to Upload Details')
  expect(uploadsStore.get().map(({ mux }) => mux.meta.title)).toEqual(['part 2', 'Kept'])
})

test('UPLD-025 UPLD-026 a preview that takes longer than 2000 ms is given up', async () => {
  await open()
  choose(aFile())
  await press('Next')
  expect(dialog().textContent).not.toContain(unplayableText)
  await waitFor(() => expect(dialog().textContent).toContain(unplayableText))
})

test('UPLD-025 UPLD-026 a preview that is playable after the timeout takes the place of the message', async () => {
  await open()
  choose(aFile())
  await press('Next')
  const preview = within(dialog()).getByLabelText<HTMLVideoElement>('Preview')
  await waitFor(() => expect(dialog().textContent).toContain(unplayableText))
  expect(preview.hidden).toBe(true)
  fireEvent.loadedData(preview)
  expect(dialog().textContent).not.toContain(unplayableText)
  expect(within(dialog()).getByLabelText<HTMLVideoElement>('Preview').hidden).toBe(false)
})

test('UPLD-027 UPLD-028 UPLD-029 a test asset may be made instead; it is public, a test, and deleted with the dialog', async () => {
  const view = await open()
  choose(aFile())
  await press('Next')
  fireEvent.error(within(dialog()).getByLabelText('Preview'))
  expect(dialog().textContent).toContain(unplayableText)
  world.state.createAnswer = { status: 500, body: { error: { type: 'internal', messages: [] } } }
  await press('Create a test asset to preview')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'Unable to play this preview. Please try again or contact support.',
    ),
  )
  world.state.createAnswer = undefined
  world.state.asset = { ...world.state.asset, status: 'ready' }
  await press('Try again')
  const reading = `/video/v1/assets/${made.asset}`
  await waitFor(() => expect(view.requests.some(({ path: at }) => at === reading)).toBe(true))
  await waitFor(() => expect(within(dialog()).queryByRole('progressbar')).toBeNull())
  const creations = view.requests.filter(({ path: at }) => at === '/video/v1/uploads')
  expect(creations.at(-1)?.body).toMatchObject({
    new_asset_settings: { playback_policies: ['public'], test: true },
  })
  const deletions = () => view.requests.filter(({ method }) => method === 'DELETE')
  expect(deletions()).toEqual([])
  await press('Back')
  await waitFor(() => expect(deletions()).toHaveLength(1))
})

const toSettings = async (...files: File[]) => {
  choose(...files)
  await press('Next')
  await press('Next')
}
const radios = (name: string) =>
  within(within(dialog()).getByRole('group', { name })).getAllByRole('radio') as HTMLInputElement[]
const chosen = (name: string) => radios(name).find(({ checked }) => checked)?.value

test('UPLD-031 UPLD-033 UPLD-035 UPLD-036 basic settings start from the defaults', async () => {
  await open({ freeVodEncodingEnabled: true, premiumQualityRolloutEnabled: false })
  await toSettings(aFile())
  expect(
    within(dialog())
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Basic', 'Advanced'])
  expect(radios('Playback Policy').map(({ value }) => value)).toEqual(['public', 'signed'])
  expect(chosen('Playback Policy')).toBe('public')
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Normalize Audio' }).checked).toBe(
    false,
  )
  expect(within(dialog()).getByText('Auto-Generate Captions')).toBeTruthy()
  expect(radios('Video Quality').map(({ value }) => value)).toEqual(['basic', 'plus'])
  expect(chosen('Video Quality')).toBe('plus')
  expect(radios('Highest resolution').map(({ value }) => value)).toEqual([
    '1080p',
    '1440p',
    '2160p',
  ])
  expect(chosen('Highest resolution')).toBe('1080p')
  await userEvent.click(within(dialog()).getByRole('radio', { name: 'Basic' }))
  expect(chosen('Highest resolution')).toBe('1080p')
  await userEvent.click(within(dialog()).getByRole('radio', { name: 'Plus' }))
  expect(chosen('Highest resolution')).toBe('2160p')
})

test('UPLD-031 video quality is asked for only where encoding is free', async () => {
  await open({ freeVodEncodingEnabled: false })
  await toSettings(aFile())
  expect(within(dialog()).queryByText('Video Quality')).toBeNull()
})

test('UPLD-037 captions are offered in six languages and, as beta, in sixteen more', async () => {
  await open()
  await toSettings(aFile())
  await press(/Auto-Generate Captions/)
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toHaveLength(22)
  expect(options.slice(0, 6)).toEqual([
    'English',
    'Spanish',
    'Italian',
    'Portuguese',
    'German',
    'French',
  ])
  expect(options.slice(6).every((text) => text?.endsWith('(beta)'))).toBe(true)
})

const editor = () => {
  const host = dialog().querySelector('.ph-code-editor > div:last-child')
  return host?.shadowRoot?.querySelector<HTMLElement>('.cm-content')
}

test('UPLD-038 the advanced tab holds the settings with the details of the only upload', async () => {
  await open()
  await toSettings(aFile())
  await userEvent.click(within(dialog()).getByRole('tab', { name: 'Advanced' }))
  await waitFor(() => expect(editor()?.textContent).toContain('"max_resolution_tier": "1080p"'))
  expect(editor()?.textContent).toContain('"title": "film"')
  expect(isDisabled('Reset')).toBe(true)
  await userEvent.click(within(dialog()).getByRole('tab', { name: 'Basic' }))
  expect(dialog().textContent).not.toContain(basicLossText)
})

test('UPLD-042 UPLD-043 the last button starts, says so, and leads to the assets', async () => {
  world.state.createAnswer = undefined
  const { router } = await open(
    {},
    {
      'POST /video/v1/assets': { status: 201, afterMs: 300, body: { data: world.state.asset } },
    },
  )
  type('URLs', 'https://a.example/one.mp4')
  await press('Select')
  await press('Next')
  await press('Next')
  expect(button('Start Upload')).toBeTruthy()
  await press('Start Upload')
  expect(button('Starting...')).toBeTruthy()
  await waitFor(() => expect(step()).toContain('Select'))
  const startedAt = performance.now()
  expect(router.state.location.pathname).toBe(path)
  await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/video/assets`))
  expect(performance.now() - startedAt).toBeGreaterThan(100)
})

test('UPLD-042 several are started together', async () => {
  await open()
  await toSettings(...many(3))
  await press('Start Uploads')
  await waitFor(() =>
    expect(uploadsStore.get().map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'completed',
    ]),
  )
  await left()
})

test('closing and opening again starts from the beginning', async () => {
  const view = await open()
  choose(aFile())
  act(() => view.unmount())
  await open()
  expect(step()).toContain('Select')
  expect(dialog().textContent).not.toContain('selected')
})
