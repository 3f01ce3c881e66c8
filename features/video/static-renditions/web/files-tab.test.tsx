import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { Asset } from '@playhead/features/video/assets/contract'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Part } from './files-tab.tsx'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const one = `/video/v1/assets/${id}`
const playbackId = 'Play0000000000000000000000000001'

const anAsset = {
  id,
  created_at: '1795000001',
  status: 'ready',
  playback_ids: [{ id: playbackId, policy: 'public' }],
  master_access: 'none',
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

const file = {
  id: 'aaaaaaaa-0000-4000-8000-000000000090',
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
const withFile = { ...anAsset, static_renditions: { status: 'ready', files: [file] } }

test('static renditions are added, downloaded and deleted', async () => {
  const opened = await open(
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
  const opened = await open({
    [`PUT ${one}/master-access`]: { body: { data: anAsset } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Open for 24 hours' }))
  await waitFor(() => expect(bodyOf(opened, 'PUT')).toEqual({ master_access: 'temporary' }))
  await stopScreens()
  const master = { status: 'ready', url: 'https://video.example.com/master/secret.mp4' }
  await open({}, { ...anAsset, master_access: 'temporary', master })
  const link = await screen.findByRole('link', { name: 'Download the master' })
  expect(link.getAttribute('href')).toBe(master.url)
  expect(screen.getByRole('button', { name: 'Close now' })).toBeTruthy()
})
