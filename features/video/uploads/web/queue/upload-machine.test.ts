import { describe, expect, test } from 'vitest'
import { anUpload, aUrlSource } from '../testing-uploads.ts'
import {
  canCancel,
  canPause,
  canResume,
  canRetry,
  hasSlot,
  isUnfinished,
  type Upload,
  type UploadEvent,
  type UploadStatus,
  uploadStatuses,
  uploadTransition,
} from './upload-machine.ts'

const direct = {
  id: 'u1',
  status: 'waiting',
  url: '/uploads/x',
  corsOrigin: '*',
  timeout: 3600,
} as const
const asset = (status: 'preparing' | 'ready' | 'errored', messages?: string[]) => ({
  id: 'a1',
  status,
  ...(messages && { errors: { messages } }),
})

const run = (upload: Upload, ...events: UploadEvent[]) =>
  events.reduce((now, event) => uploadTransition(now, event), upload)

const acceptedFrom = (event: UploadEvent): UploadStatus[] =>
  uploadStatuses.filter((status) => {
    const before = anUpload({ status })
    return uploadTransition(before, event) !== before
  })

test('UPLD-046 an upload has one of eight statuses', () => {
  expect(uploadStatuses).toEqual([
    'waiting',
    'queued',
    'preparing',
    'uploading',
    'paused',
    'cancelled',
    'errored',
    'completed',
  ])
})

test('UPLD-045 an upload has its times of creation, start and end, its source, progress and result', () => {
  const ended = run(
    anUpload({ createdAt: 5 }),
    { type: 'started', at: 10 },
    { type: 'sending', upload: direct },
    { type: 'progressed', progress: 40 },
    { type: 'failed', at: 30, error: 'No.' },
  )
  expect(ended).toMatchObject({
    id: expect.any(String),
    createdAt: 5,
    startedAt: 10,
    endedAt: 30,
    source: { kind: 'file', file: expect.any(File) },
    status: 'errored',
    progress: 40,
    attempts: 1,
    error: 'No.',
    mux: { upload: direct, settings: { playbackPolicies: ['public'] }, meta: { title: 'film' } },
  })
})

test('UPLD-047 UPLD-051 only what waits or is queued starts; it prepares and counts one attempt more', () => {
  expect(acceptedFrom({ type: 'started', at: 1 })).toEqual(['waiting', 'queued'])
  const started = run(anUpload({ attempts: 1 }), { type: 'started', at: 1 })
  expect(started).toMatchObject({ status: 'preparing', attempts: 2, startedAt: 1 })
})

test('UPLD-052 with a direct upload a file goes over to uploading', () => {
  const sending = run(anUpload({ status: 'preparing' }), { type: 'sending', upload: direct })
  expect(sending).toMatchObject({ status: 'uploading', mux: { upload: { id: 'u1' } } })
  expect(acceptedFrom({ type: 'sending', upload: direct })).toEqual(['preparing'])
})

describe('slots', () => {
  const busy = (status: UploadStatus, count: number) =>
    Array.from({ length: count }, () => anUpload({ status }))
  test('UPLD-048 five files are prepared or uploaded at a time', () => {
    expect(hasSlot([...busy('uploading', 2), ...busy('preparing', 2)])).toBe(true)
    expect(hasSlot([...busy('uploading', 3), ...busy('preparing', 2)])).toBe(false)
    expect(hasSlot([...busy('paused', 3), ...busy('completed', 2), ...busy('queued', 9)])).toBe(
      true,
    )
  })
  test('UPLD-049 addresses take none', () => {
    const addresses = Array.from({ length: 9 }, () =>
      anUpload({ source: aUrlSource(), status: 'preparing' }),
    )
    expect(hasSlot(addresses)).toBe(true)
  })
})

test('UPLD-053 pause works only from uploading, resume only from paused', () => {
  expect(acceptedFrom({ type: 'paused' })).toEqual(['uploading'])
  const paused = run(anUpload({ status: 'uploading', progress: 30 }), { type: 'paused' })
  expect(paused).toMatchObject({ status: 'paused', progress: 30 })
  expect(run(paused, { type: 'resumed' })).toMatchObject({ status: 'uploading', progress: 30 })
  expect(uploadStatuses.filter((status) => canResume(anUpload({ status })))).toEqual(['paused'])
})

test('one that is resumed while others have all slots waits for its turn and goes on where it was', () => {
  const held = run(anUpload({ status: 'paused', progress: 30, attempts: 1 }), { type: 'heldBack' })
  expect(held).toMatchObject({ status: 'queued', progress: 30 })
  expect(run(held, { type: 'resumed' })).toMatchObject({ status: 'uploading', attempts: 1 })
})

test('UPLD-054 everything that has not ended can be cancelled', () => {
  const open = ['waiting', 'queued', 'preparing', 'uploading', 'paused']
  expect(acceptedFrom({ type: 'cancelled', at: 9 })).toEqual(open)
  expect(uploadStatuses.filter((status) => canCancel(anUpload({ status })))).toEqual(open)
  const cancelled = run(anUpload({ status: 'paused' }), { type: 'cancelled', at: 9 })
  expect(cancelled).toMatchObject({ status: 'cancelled', endedAt: 9 })
})

test('UPLD-055 retry resets what was cancelled or failed, without its error', () => {
  expect(acceptedFrom({ type: 'retried' })).toEqual(['cancelled', 'errored'])
  const again = run(
    anUpload({
      status: 'uploading',
      progress: 70,
      attempts: 1,
      mux: { ...anUpload().mux, upload: direct },
    }),
    { type: 'failed', at: 3, error: 'No.' },
    { type: 'retried' },
  )
  expect(again).toMatchObject({ status: 'waiting', progress: 0, attempts: 1 })
  expect(again.error).toBeUndefined()
  expect(again.endedAt).toBeUndefined()
  expect(again.mux.upload).toBeUndefined()
})

test('UPLD-056 success is completed with progress 100, any failure errored', () => {
  const uploading = anUpload({ status: 'uploading', progress: 97 })
  expect(run(uploading, { type: 'completed', at: 8 })).toMatchObject({
    status: 'completed',
    progress: 100,
    endedAt: 8,
  })
  const failed = run(anUpload({ status: 'preparing' }), { type: 'failed', at: 8, error: 'No.' })
  expect(failed).toMatchObject({ status: 'errored', error: 'No.' })
})

test('UPLD-057 progress only moves forward, and only while uploading', () => {
  const uploading = anUpload({ status: 'uploading', progress: 50 })
  expect(run(uploading, { type: 'progressed', progress: 60 }).progress).toBe(60)
  expect(run(uploading, { type: 'progressed', progress: 20 }).progress).toBe(50)
  expect(run(uploading, { type: 'progressed', progress: 130 }).progress).toBe(100)
  expect(acceptedFrom({ type: 'progressed', progress: 5 })).toEqual(['uploading'])
})

test('UPLD-058 an asset that errored makes the upload errored', () => {
  const done = anUpload({ status: 'completed', progress: 100 })
  const failed = run(done, { type: 'assetChanged', at: 4, asset: asset('errored', ['Broken.']) })
  expect(failed).toMatchObject({ status: 'errored', mux: { asset: { status: 'errored' } } })
  const ready = run(done, { type: 'assetChanged', at: 4, asset: asset('ready') })
  expect(ready.status).toBe('completed')
})

test('an upload with an asset is complete', () => {
  const event: UploadEvent = { type: 'assetChanged', at: 4, asset: asset('preparing') }
  expect(run(anUpload({ status: 'paused', progress: 99 }), event)).toMatchObject({
    status: 'completed',
    progress: 100,
  })
  expect(run(anUpload({ status: 'cancelled' }), event).status).toBe('cancelled')
})

test('UPLD-044 unfinished uploads would be lost with the page', () => {
  expect(uploadStatuses.filter((status) => isUnfinished(anUpload({ status })))).toEqual([
    'waiting',
    'queued',
    'preparing',
    'uploading',
    'paused',
  ])
})

test('UPLD-076 UPLD-077 pause is for files that are uploading, retry for what failed', () => {
  const pausable = (source: Upload['source']) =>
    uploadStatuses.filter((status) => canPause(anUpload({ status, source })))
  expect(pausable(anUpload().source)).toEqual(['uploading'])
  expect(pausable(aUrlSource())).toEqual([])
  expect(uploadStatuses.filter((status) => canRetry(anUpload({ status })))).toEqual([
    'cancelled',
    'errored',
  ])
})
