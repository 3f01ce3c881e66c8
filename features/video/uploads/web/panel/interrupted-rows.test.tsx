import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { interruptedStore } from '../queue/interrupted-uploads.ts'
import { cancelUpload, forgetUploads, startUploads } from '../queue/run-uploads.ts'
import { listRemembered } from '../queue/remembered-uploads.ts'
import { made, aVideoApi } from '../testing-api.ts'
import { here } from '../testing-uploads.ts'
import { Uploads } from '../uploads.tsx'
import { addUpload, findUpload, uploadsStore } from '../queue/uploads-store.ts'

const lastModified = 1_700_000_000_000
const film = (content = '1234567', name = 'film.mp4', at = lastModified) =>
  new File([content], name, { type: 'video/mp4', lastModified: at })

let world: ReturnType<typeof aVideoApi>
let requests: Awaited<ReturnType<typeof openScreen>>['requests']
/** Held back until the test is over, as if the line were slow. */
let endPart = () => {}

const isQuestion = (range: unknown) => String(range).startsWith('bytes */')

beforeEach(() => {
  localStorage.clear()
  world = aVideoApi()
  const url = 'http://localhost/uploads/secret'
  world.state.upload = { status: 'waiting', asset_id: undefined, url }
})
afterEach(async () => {
  endPart()
  forgetUploads()
  interruptedStore.set([])
  localStorage.clear()
  await stopScreens()
})

/** What the browser keeps from page to page. */
let kept: (readonly [string, string])[] = []

const Screen = () => {
  for (const [key, value] of kept.splice(0)) localStorage.setItem(key, value)
  return <Uploads isCreating={false} onClose={() => {}} />
}

const open = async () => {
  ;({ requests } = await openScreen(() => <Screen />, {
    api: {
      ...world.api,
      'PUT /uploads/secret': ({ headers }) =>
        isQuestion(headers['content-range'])
          ? {
              status: 308,
              text: '',
              headers: { range: 'bytes=0-2', 'Access-Control-Expose-Headers': 'Range' },
            }
          : { text: '', after: new Promise<void>((resolve) => (endPart = resolve)) },
    },
  }))
}

/** Begins to send a file, and opens the page again before it has arrived. */
const openAgain = async () => {
  await open()
  const { id } = addUpload({
    source: { kind: 'file', file: film() },
    tenant: here,
    settings: { playbackPolicies: ['public'] },
  })
  await startUploads([id], ({ mux }) => mux.settings)
  await waitFor(() => expect(sentParts()).toHaveLength(1))
  forgetUploads()
  endPart()
  kept = Object.entries(localStorage)
  cleanup()
  await stopScreens()
  await open()
  await screen.findByText('Stopped at 42%. Choose “film.mp4” again to go on.')
}

const sentParts = () =>
  requests.flatMap(({ path, headers }) =>
    path === '/uploads/secret' && !isQuestion(headers['content-range'])
      ? [headers['content-range']]
      : [],
  )
const cancellations = () =>
  requests.filter(({ path }) => path === `/video/v1/uploads/${made.upload}/cancel`)
const choose = (file: File) => userEvent.upload(screen.getByLabelText('File of film'), file)

test('an upload that the last page left goes on where the server stands, with the same file', async () => {
  await openAgain()
  await choose(film())
  await waitFor(() => expect(sentParts()).toEqual(['bytes 3-6/7']))
  expect(screen.queryByText('Unfinished uploads')).toBeNull()
  const [upload] = uploadsStore.get()
  expect(upload).toMatchObject({ status: 'uploading', mux: { upload: { id: made.upload } } })
  endPart()
  await waitFor(() => expect(findUpload(upload!.id)?.status).toBe('completed'))
  expect(listRemembered()).toEqual([])
})

test('another file is refused in words, and a changed one too', async () => {
  await openAgain()
  await choose(film('1234567', 'other.mp4'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    '“other.mp4” is another file. Choose “film.mp4”.',
  )
  const changed =
    '“film.mp4” is not the file that this upload began with, or it has changed since. Cancel this upload to start again.'
  for (const other of [film('12345678'), film('7654321', 'film.mp4', lastModified + 1)]) {
    await choose(other)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(changed))
  }
  expect(sentParts()).toEqual([])
  expect(uploadsStore.get()).toEqual([])
  expect(listRemembered()).toHaveLength(1)
})

test('cancelling an unfinished upload ends it on the server, and it is offered no more', async () => {
  await openAgain()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel film' }))
  await waitFor(() => expect(cancellations()).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
  expect(listRemembered()).toEqual([])
})

test('what the server waits for no more is not offered', async () => {
  await openAgain()
  world.state.upload = { status: 'timed_out' }
  interruptedStore.set([])
  kept = Object.entries(localStorage)
  cleanup()
  await stopScreens()
  await open()
  await waitFor(() => expect(listRemembered()).toEqual([]))
  expect(screen.queryByText('Unfinished uploads')).toBeNull()
})

test('UPLD-054 a cancellation is sent to its end also when the page is left, and is not offered again', async () => {
  await open()
  const kept: boolean[] = []
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : input.toString()
    if (address.includes('/cancel')) kept.push(init?.keepalive === true)
    return realFetch(input, init)
  }
  try {
    const { id } = addUpload({
      source: { kind: 'file', file: film() },
      tenant: here,
      settings: { playbackPolicies: ['public'] },
    })
    await startUploads([id], ({ mux }) => mux.settings)
    expect(listRemembered()).toHaveLength(1)
    cancelUpload(id)
    expect(kept).toEqual([true])
    expect(listRemembered()).toEqual([])
    await waitFor(() => expect(cancellations()).toHaveLength(1))
  } finally {
    globalThis.fetch = realFetch
  }
})
