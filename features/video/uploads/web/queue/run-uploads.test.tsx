import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { uploadStatuses as directStatuses } from '../../contract.ts'
import { followAssets } from './follow-assets.ts'
import {
  cancelUpload,
  forgetUploads,
  pauseUpload,
  resumeUpload,
  retryUpload,
  startUploads,
} from './run-uploads.ts'
import { anAsset, made, aVideoApi } from '../testing-api.ts'
import { aFile, here, aUrlSource } from '../testing-uploads.ts'
import type { UploadSource } from './upload-machine.ts'
import { addUpload, findUpload, uploadsStore } from './uploads-store.ts'

let world: ReturnType<typeof aVideoApi>
let requests: Awaited<ReturnType<typeof openScreen>>['requests']
let stopFollowing = () => {}

beforeEach(async () => {
  world = aVideoApi()
  ;({ requests } = await openScreen(() => null, { api: world.api }))
})
afterEach(async () => {
  stopFollowing()
  forgetUploads()
  await stopScreens()
})

const settings = { playbackPolicies: ['public' as const], videoQuality: 'plus' as const }
const file = (name?: string): UploadSource => ({ kind: 'file', file: aFile(name) })
const add = (source: UploadSource = file()) => addUpload({ source, tenant: here, settings: {} }).id
const begin = async (...sources: UploadSource[]) => {
  const added = sources.map(add)
  await startUploads(added, () => settings)
  return added
}
const statusOf = (id: string) => findUpload(id)?.status
const asked = (method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path === path)
const follow = () => {
  stopFollowing = followAssets()
}

test('UPLD-052 UPLD-059 UPLD-062 a file gets a direct upload and is sent to its address', async () => {
  const [id = ''] = await begin(file())
  await waitFor(() => expect(statusOf(id)).toBe('completed'))
  const [create] = asked('POST', '/video/v1/uploads')
  expect(create?.body).toEqual({
    cors_origin: location.origin,
    new_asset_settings: {
      playback_policies: ['public'],
      video_quality: 'plus',
      meta: { title: 'film' },
    },
  })
  expect(create?.headers['x-environment-id']).toBe(ids.environment)
  const [part] = asked('PUT', '/uploads/secret')
  expect(part?.headers['content-range']).toBe('bytes 0-6/7')
  expect(part?.body).toBe(1_234_567)
  expect(findUpload(id)).toMatchObject({
    progress: 100,
    attempts: 1,
    mux: { upload: { id: made.upload } },
  })
})

test('UPLD-052 UPLD-063 an address becomes an asset straight away', async () => {
  const [id = ''] = await begin(aUrlSource())
  expect(findUpload(id)).toMatchObject({
    status: 'completed',
    progress: 100,
    mux: { asset: { id: made.asset, status: 'preparing' } },
  })
  expect(asked('POST', '/video/v1/assets')[0]?.body).toEqual({
    input: [{ url: 'https://media.example.com/launch.mp4' }],
    playback_policy: ['public'],
    video_quality: 'plus',
    meta: { title: 'launch' },
  })
})

test('UPLD-048 UPLD-049 UPLD-050 five of seven files start, addresses start at once, and the rest as slots free up', async () => {
  world.state.part = { status: 200, text: '', afterMs: 300 }
  const names = ['1', '2', '3', '4', '5', '6', '7']
  const all = await begin(...names.map((name) => file(`${name}.mp4`)), aUrlSource())
  const statuses = all.map(statusOf)
  expect(statuses.filter((status) => status === 'queued')).toHaveLength(2)
  expect(statuses.slice(5, 7)).toEqual(['queued', 'queued'])
  expect(statuses[7]).toBe('completed')
  let most = 0
  const unsubscribe = uploadsStore.subscribe(() => {
    const busy = uploadsStore
      .get()
      .filter(({ source, status }) => source.kind === 'file' && /preparing|uploading/.test(status))
    most = Math.max(most, busy.length)
  })
  await waitFor(() => expect(all.map(statusOf)).toEqual(all.map(() => 'completed')))
  unsubscribe()
  expect(most).toBe(5)
})

test('UPLD-053 a paused upload holds until it is resumed', async () => {
  let arrive = () => {}
  const after = new Promise<void>((resolve) => (arrive = resolve))
  world.state.part = { status: 200, text: '', after }
  const [id = ''] = await begin(file())
  await waitFor(() => expect(asked('PUT', '/uploads/secret')).toHaveLength(1))
  pauseUpload(id)
  expect(statusOf(id)).toBe('paused')
  arrive()
  // This upload begins after the part has arrived, and ends while the other is paused.
  world.state.part = { status: 200, text: '' }
  const [later = ''] = await begin(file('later.mp4'))
  await waitFor(() => expect(statusOf(later)).toBe('completed'))
  expect(statusOf(id)).toBe('paused')
  resumeUpload(id)
  await waitFor(() => expect(statusOf(id)).toBe('completed'))
  expect(asked('PUT', '/uploads/secret')).toHaveLength(2)
})

test('UPLD-054 cancel reaches the server, and nothing more is sent', async () => {
  world.state.part = { status: 503, text: '' }
  const [id = ''] = await begin(file())
  await waitFor(() => expect(asked('PUT', '/uploads/secret')).toHaveLength(1))
  cancelUpload(id)
  expect(statusOf(id)).toBe('cancelled')
  const path = `/video/v1/uploads/${made.upload}/cancel`
  await waitFor(() => expect(asked('PUT', path)).toHaveLength(1))
  // Both wait a second before a second try: that of the cancelled upload would come first.
  await begin({ kind: 'file', file: new File(['12'], 'later.mp4') })
  const rangesOf = (size: number) =>
    asked('PUT', '/uploads/secret').filter(
      ({ headers }) => headers['content-range'] === `bytes 0-${size - 1}/${size}`,
    )
  await waitFor(() => expect(rangesOf(2)).toHaveLength(2))
  expect(rangesOf(7)).toHaveLength(1)
  cancelUpload(id)
  expect(asked('PUT', path)).toHaveLength(1)
})

test('UPLD-054 an upload cancelled before the answer of the server is deleted afterwards', async () => {
  world.state.createAnswer = { status: 201, body: { data: anAsset() }, afterMs: 100 }
  const id = add(aUrlSource())
  const begun = startUploads([id], () => settings)
  cancelUpload(id)
  await begun
  expect(statusOf(id)).toBe('cancelled')
  await waitFor(() => expect(asked('DELETE', `/video/v1/assets/${made.asset}`)).toHaveLength(1))
})

test('UPLD-054 the deletion of a cancelled address is sent to its end also when the page is left', async () => {
  world.state.createAnswer = { status: 201, body: { data: anAsset() }, afterMs: 100 }
  const kept: boolean[] = []
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (init?.method === 'DELETE') kept.push(init.keepalive === true)
    return realFetch(input, init)
  }
  try {
    const id = add(aUrlSource())
    const begun = startUploads([id], () => settings)
    cancelUpload(id)
    await begun
    expect(kept).toEqual([true])
  } finally {
    globalThis.fetch = realFetch
  }
})

describe('failures', () => {
  test('UPLD-056 UPLD-072 a refusal is shown in the words of the server', async () => {
    const messages = ['passthrough: Passthrough can only be 255 characters.']
    world.state.createAnswer = {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages } },
    }
    const [id = ''] = await begin(file())
    expect(findUpload(id)).toMatchObject({ status: 'errored', error: messages[0] })
  })

  test.each([
    [
      { status: 'errored', error: { type: 'disk', message: 'The disk is full.' } },
      'The disk is full.',
    ],
    [{ status: 'cancelled' }, 'direct upload error'],
    [{ status: 'timed_out' }, 'direct upload error'],
  ])('UPLD-060 UPLD-061 a direct upload that is %o', async (upload, error) => {
    expect(directStatuses).toEqual([
      'waiting',
      'asset_created',
      'errored',
      'cancelled',
      'timed_out',
    ])
    world.state.upload = upload
    const [id = ''] = await begin(file())
    expect(findUpload(id)).toMatchObject({ status: 'errored', error })
  })

  test('UPLD-061 a direct upload that failed after everything was sent makes the upload errored', async () => {
    const [id = ''] = await begin(file())
    await waitFor(() => expect(statusOf(id)).toBe('completed'))
    world.state.upload = { status: 'errored', asset_id: undefined }
    follow()
    await waitFor(() => expect(statusOf(id)).toBe('errored'))
    expect(findUpload(id)?.error).toBe('direct upload error')
  })

  test('a part that the server refuses for good ends the upload', async () => {
    const error = { type: 'no_space', messages: ['The disk is full.'] }
    world.state.part = { status: 507, body: { error } }
    const [id = ''] = await begin(file())
    await waitFor(() => expect(statusOf(id)).toBe('errored'))
  })

  test('an empty file is refused before anything is asked for', async () => {
    const empty = new File([], 'empty.mp4', { type: 'video/mp4' })
    const [id = ''] = await begin({ kind: 'file', file: empty })
    expect(findUpload(id)).toMatchObject({ status: 'errored', error: 'The file is empty.' })
    expect(asked('POST', '/video/v1/uploads')).toHaveLength(0)
  })

  test('UPLD-055 retry clears the error and starts again', async () => {
    world.state.part = { status: 500, text: '' }
    const [id = ''] = await begin(file())
    await waitFor(() => expect(statusOf(id)).toBe('errored'))
    world.state.part = { status: 200, text: '' }
    retryUpload(id)
    expect(findUpload(id)).toMatchObject({ status: 'preparing', attempts: 2 })
    expect(findUpload(id)?.error).toBeUndefined()
    await waitFor(() => expect(statusOf(id)).toBe('completed'))
    expect(asked('POST', '/video/v1/uploads')).toHaveLength(2)
  })
})

describe('live assets', () => {
  const complete = async () => {
    const [id = ''] = await begin(file())
    await waitFor(() => expect(statusOf(id)).toBe('completed'))
    follow()
    await waitFor(() => expect(findUpload(id)?.mux.asset?.id).toBe(made.asset))
    return id
  }

  test('UPLD-080 UPLD-082 a ready event updates the asset, and the input info is fetched', async () => {
    const id = await complete()
    world.state.told.push({ type: 'video.asset.ready', data: anAsset({ status: 'ready' }) })
    await waitFor(() => expect(findUpload(id)?.mux.asset?.status).toBe('ready'))
    await waitFor(() => expect(findUpload(id)?.mux.inputInfo).toHaveLength(1))
  })

  test('UPLD-058 UPLD-080 an errored event makes the upload errored', async () => {
    const id = await complete()
    const errors = { type: 'invalid_input', messages: ['This is not a video or audio file.'] }
    const data = anAsset({ status: 'errored', errors })
    world.state.told.push({ type: 'video.asset.errored', data })
    await waitFor(() => expect(statusOf(id)).toBe('errored'))
    expect(findUpload(id)?.mux.asset?.errors?.messages).toEqual(errors.messages)
  })

  test('UPLD-080 a created event gives an upload its asset by the id of the direct upload', async () => {
    world.state.upload = { asset_id: undefined }
    const [id = ''] = await begin(file())
    await waitFor(() => expect(statusOf(id)).toBe('completed'))
    follow()
    await waitFor(() => expect(asked('GET', '/ui/v1/events/feed').length).toBeGreaterThan(1))
    expect(findUpload(id)?.mux.asset).toBeUndefined()
    const foreign = anAsset({ id: ids.user, upload_id: ids.user })
    world.state.told.push({ type: 'video.asset.created', data: foreign })
    world.state.told.push({ type: 'video.asset.created', data: anAsset() })
    await waitFor(() => expect(findUpload(id)?.mux.asset?.id).toBe(made.asset))
  })

  test('UPLD-055 UPLD-061 what is known of a cancelled upload does not end its retry', async () => {
    await begin(aUrlSource())
    follow()
    world.state.part = { status: 503, text: '' }
    const [id = ''] = await begin(file())
    await waitFor(() => expect(asked('PUT', '/uploads/secret')).toHaveLength(1))
    cancelUpload(id)
    let answer = () => {}
    world.state.uploadAnswer = new Promise((resolve) => (answer = resolve))
    world.state.upload = { status: 'cancelled', asset_id: undefined }
    const data = { id: made.upload }
    world.state.told.push({ type: 'video.upload.cancelled', object: 'upload', data })
    const path = `/video/v1/uploads/${made.upload}`
    await waitFor(() => expect(asked('GET', path)).toHaveLength(1))
    world.state.upload = {}
    world.state.part = { status: 200, text: '' }
    retryUpload(id)
    answer()
    await waitFor(() => expect(statusOf(id)).toMatch(/completed|errored/))
    expect(findUpload(id)).toMatchObject({ status: 'completed', attempts: 2 })
  })

  test('UPLD-081 a deleted event removes the upload', async () => {
    const id = await complete()
    world.state.told.push({ type: 'video.asset.deleted', data: anAsset() })
    await waitFor(() => expect(findUpload(id)).toBeUndefined())
  })

  test('after a gap in the events the assets are read again', async () => {
    await complete()
    const read = () => asked('GET', `/video/v1/assets/${made.asset}`).length
    const before = read()
    world.state.hasGap = true
    await waitFor(() => expect(read()).toBeGreaterThan(before))
  })

  test('UPLD-074 an asset that a fetch does not find any more is deleted', async () => {
    const [id = ''] = await begin(aUrlSource())
    world.state.asset = undefined
    follow()
    await waitFor(() => expect(findUpload(id)?.mux.asset?.status).toBe('deleted'))
  })

  test('nothing is requested while the page is hidden', async () => {
    const [id = ''] = await begin(file())
    await waitFor(() => expect(statusOf(id)).toBe('completed'))
    let looks = 0
    const get = () => {
      looks += 1
      return 'hidden'
    }
    Object.defineProperty(document, 'visibilityState', { get, configurable: true })
    const before = requests.length
    follow()
    // The next round waits for what the one before has asked.
    await waitFor(() => expect(looks).toBeGreaterThan(2))
    expect(requests.length).toBe(before)
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
  })
})

describe('UPLD-044 leaving the page', () => {
  const warns = () => {
    const event = new Event('beforeunload', { cancelable: true })
    globalThis.dispatchEvent(event)
    return event.defaultPrevented
  }

  test('the page warns while something is unfinished, and not otherwise', async () => {
    expect(warns()).toBe(false)
    const id = add()
    expect(warns()).toBe(true)
    await startUploads([id], () => settings)
    expect(warns()).toBe(true)
    await waitFor(() => expect(statusOf(id)).toBe('completed'))
    expect(warns()).toBe(false)
  })

  test('UPLD-054 the page warns until an address is deleted that was cancelled while it was created', async () => {
    world.state.createAnswer = { status: 201, body: { data: anAsset() }, afterMs: 100 }
    const id = add(aUrlSource())
    const begun = startUploads([id], () => settings)
    cancelUpload(id)
    expect(statusOf(id)).toBe('cancelled')
    expect(warns()).toBe(true)
    await begun
    expect(asked('DELETE', `/video/v1/assets/${made.asset}`)).toHaveLength(1)
    expect(warns()).toBe(false)
  })
})

test('the next person to sign in sees no earlier uploads', async () => {
  await begin(aUrlSource())
  act(() => sessionStore.dispatch({ type: 'loggedOut' }))
  expect(uploadsStore.get()).toEqual([])
})
