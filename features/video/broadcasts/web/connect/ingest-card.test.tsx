import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { aHealth, aStream, one } from '../testing-broadcasts.ts'
import { larixLink, wholeAddress } from './encoder-steps.ts'
import { Part } from './ingest-card.tsx'

const rtmp = { protocol: 'rtmp', url: 'rtmp://in.example:5222/app', localOnly: false } as const
const { localOnly, ...wireRtmp } = rtmp
const listed = { ...wireRtmp, local_only: localOnly }
const ingest = 'GET /ui/v1/live-ingest'

const open = (overrides: Record<string, unknown> = {}, more: ApiHandlers = {}) => {
  const stream = aStream(overrides)
  return openScreen(() => <Part stream={stream} />, {
    api: {
      [ingest]: { body: { data: [listed] } },
      [`GET ${one}/stream-health`]: aHealth(),
      ...more,
    },
  })
}

const idle = { status: 'idle', active_asset_id: undefined }

afterEach(stopScreens)

test('the server URL is shown, the key is dots until it is revealed', async () => {
  await open(idle)
  expect(await screen.findByText(rtmp.url)).toBeTruthy()
  expect(screen.queryByText(/streamkey1/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show stream key' }))
  expect(screen.getByText('streamkey1')).toBeTruthy()
  expect(screen.queryByText(/disconnects the encoder/)).toBeNull()
  expect(screen.queryByText(/own machine/)).toBeNull()
})

test('DEMO-004 a key that is hidden from this person is neither revealed, copied nor drawn', async () => {
  await open({ ...idle, stream_key: '•••' })
  expect(await screen.findByText(rtmp.url)).toBeTruthy()
  expect(screen.getByLabelText('Hidden')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /(Show|Copy) stream key/ })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'ffmpeg' }))
  expect(screen.queryByRole('button', { name: 'Copy with the key' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Phone' }))
  expect(await screen.findByText('The key of this stream is hidden from you.')).toBeTruthy()
})

test('a server that takes encoders of its own machine alone says so', async () => {
  await open(idle, { [ingest]: { body: { data: [{ ...listed, local_only: true }] } } })
  expect(
    await screen.findByText(/Only encoders on the server’s own machine can connect/),
  ).toBeTruthy()
})

test('rotating asks first and says that it disconnects the encoder', async () => {
  const opened = await open(
    {},
    { [`POST ${one}/reset-stream-key`]: { status: 201, body: { data: {} } } },
  )
  expect(await screen.findByText('Rotating it disconnects the encoder.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rotate stream key' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Rotate the stream key?' }))
  expect(dialog.getByText(/The connected encoder is disconnected/)).toBeTruthy()
  const sent = () => opened.requests.filter(({ method }) => method === 'POST')
  expect(sent()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Rotate key' }))
  await waitFor(() => expect(sent().map(({ path }) => path)).toEqual([`${one}/reset-stream-key`]))
})

test('the step that mends the fault says what the encoder does now', async () => {
  await open()
  expect(await screen.findByText('Now 8.3 s.')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Hardware' }))
  expect(screen.getByText('Now 8.3 s.')).toBeTruthy()
})

test('the steps are those of the encoder that sends, until others are chosen', async () => {
  const data = [{ name: 'encoder', value: 'Lavf61.7.100' }]
  await open({}, { [`GET ${one}/stream-metadata`]: { body: { data } } })
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  await waitFor(() => expect(choice('ffmpeg').checked).toBe(true))
  await userEvent.click(choice('Hardware'))
  expect(screen.getByText(/Choose RTMP push/)).toBeTruthy()
})

test('the ffmpeg command shows no key, and is copied with it', async () => {
  const user = userEvent.setup()
  await open(idle)
  await user.click(await screen.findByRole('radio', { name: 'ffmpeg' }))
  expect(screen.getByText(/rtmp:\/\/in.example:5222\/app\/KEY"/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy with the key' }))
  expect(await screen.findByText('Copied with the key')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toContain('rtmp://in.example:5222/app/streamkey1"')
})

test('a command that cannot be copied is not said to be', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await open(idle)
  await user.click(await screen.findByRole('radio', { name: 'ffmpeg' }))
  await user.click(screen.getByRole('button', { name: 'Copy with the key' }))
  await waitFor(() =>
    expect(toasts.list()).toMatchObject([{ title: 'The value could not be copied' }]),
  )
  expect(screen.queryByText('Copied with the key')).toBeNull()
  toasts.clear()
  write.mockRestore()
})

test('the QR code for phones is drawn when it is asked for', async () => {
  await open(idle)
  await userEvent.click(await screen.findByRole('radio', { name: 'Phone' }))
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show QR code' }))
  expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy()
  const target = wholeAddress(rtmp, aStream())
  expect(screen.getByRole('link', { name: 'Open in the app' }).getAttribute('href')).toBe(
    larixLink(target, 'Feed 1'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Hide QR code' }))
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
})

test('protocols that are on can be chosen; SRT needs its passphrase', async () => {
  const srt = { protocol: 'srt', url: 'srt://in.example:6001', local_only: false }
  await open(
    { ...idle, srt_passphrase: 'secretphrase' },
    { [ingest]: { body: { data: [listed, srt] } } },
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'SRT' }))
  expect(screen.getByText(srt.url)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show passphrase' }))
  expect(screen.getByText('secretphrase')).toBeTruthy()
})

test('a server without listeners and a failed request each say so', async () => {
  await open(idle, { [ingest]: { body: { data: [] } } })
  expect(await screen.findByText('No listener is on')).toBeTruthy()
  await stopScreens()
  await open(idle, {
    [ingest]: { status: 400, body: { error: { type: 'x', messages: ['Out of order.'] } } },
  })
  expect(await screen.findByText('Out of order.')).toBeTruthy()
})
