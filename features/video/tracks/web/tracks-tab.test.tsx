import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { Asset } from '@playhead/features/video/assets/contract'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Part } from './tracks-tab.tsx'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const one = `/video/v1/assets/${id}`
const idOf = (number: number) => `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`

const anAsset = {
  id,
  created_at: '1795000001',
  status: 'ready',
  tracks: [
    {
      id: idOf(901),
      type: 'video',
      status: 'ready',
      primary: true,
      max_width: 1280,
      max_height: 720,
      max_frame_rate: 25,
    },
    {
      id: idOf(801),
      type: 'audio',
      status: 'ready',
      primary: true,
      name: 'Default',
      language_code: 'en',
      max_channels: 2,
    },
  ],
}

const open = (api: ApiHandlers, wire: object = anAsset) => {
  const asset = toCamel(Asset, wire)
  const PartAndToasts = () => (
    <>
      <Part asset={asset} />
      <ToastRegion />
    </>
  )
  return openScreen(PartAndToasts, { api })
}

type Opened = Awaited<ReturnType<typeof open>>
const bodyOf = ({ requests }: Opened, method: string) =>
  requests.find((request) => request.method === method)?.body

afterEach(async () => {
  toasts.clear()
  await stopScreens()
})

const text = {
  id: idOf(70),
  type: 'text',
  status: 'ready',
  name: 'English',
  language_code: 'en',
  text_type: 'subtitles',
  text_source: 'uploaded',
  closed_captions: true,
}

const withText = (overrides: object = {}) => ({
  ...anAsset,
  tracks: [...anAsset.tracks, { ...text, ...overrides }],
})

test('tracks are listed with their state, and what failed says why', async () => {
  const error = { type: 'not_configured', messages: ['No engine for captions is configured.'] }
  await open({}, withText({ status: 'errored', error }))
  const row = await screen.findByRole('row', { name: /English/ })
  expect(within(row).getByText('Errored')).toBeTruthy()
  expect(within(row).getByText('No engine for captions is configured.')).toBeTruthy()
  expect(
    within(screen.getByRole('row', { name: /^Video/ })).getByText('1280 × 720, 25 fps'),
  ).toBeTruthy()
})

test('a text track is added by its address', async () => {
  const opened = await open({
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
  const path = `POST ${one}/tracks/${idOf(801)}/generate-subtitles`
  const opened = await open({ [path]: { status: 201, body: { data: [text] } } })
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
  // Closing returns the focus, which would close a menu that opens in between.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Default' }))
  await screen.findByRole('menuitem', { name: 'Rename' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})
