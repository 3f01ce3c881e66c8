import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { Asset } from '@playhead/features/video/assets/contract'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Part } from './playback-tab.tsx'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const one = `/video/v1/assets/${id}`
const playbackId = 'Play0000000000000000000000000001'

const anAsset = {
  id,
  created_at: '1795000001',
  status: 'ready',
  playback_ids: [{ id: playbackId, policy: 'public' }],
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

test('playback ids are added with either policy, and deleted after asking', async () => {
  const created = { id: 'New00000000000000000000000000000', policy: 'signed' }
  const opened = await open({
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

test('ASST-015 the iframe player is healthy when its health endpoint answers 200', async () => {
  const health = `GET /embed/${playbackId}/health`
  const show = async (api: ApiHandlers) => {
    await open(api)
    await userEvent.click(await screen.findByRole('radio', { name: 'Iframe' }))
  }
  await show({ [health]: { body: { status: 'ok' } } })
  expect(await screen.findByText('Player is healthy')).toBeTruthy()
  expect(screen.getByText(new RegExp(`/embed/${playbackId}"`))).toBeTruthy()
  await stopScreens()
  await show({ [health]: { status: 404, body: {} } })
  expect(await screen.findByText('Player does not answer')).toBeTruthy()
})

test('signed playback ids say plainly that a token is needed, and how one is made', async () => {
  const signed = { ...anAsset, playback_ids: [{ id: playbackId, policy: 'signed' }] }
  await open({}, signed)
  expect(await screen.findByText(/it plays only with a token/)).toBeTruthy()
  expect(screen.getByText(new RegExp(`signPlaybackId\\('${playbackId}'`))).toBeTruthy()
  expect(screen.getAllByText(/\?token=TOKEN/).length).toBeGreaterThan(3)
})
