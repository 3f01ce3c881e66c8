import { expect, test } from 'vitest'
import { inputText } from './input-text.ts'
import { inFilter, panelFilters } from './panel-filters.ts'
import { rowText } from './row-text.ts'
import { anUpload, aUrlSource } from '../testing-uploads.ts'
import { uploadStatuses } from '../queue/upload-machine.ts'

const { settings, meta } = anUpload().mux
const withAsset = (asset: object) =>
  anUpload({
    status: 'completed',
    progress: 100,
    mux: { settings, meta, asset: { id: 'a', status: 'preparing', ...asset } },
  })

test.each([
  ['waiting', 'Waiting for upload to start...'],
  ['queued', 'Queued'],
  ['preparing', 'Preparing for upload...'],
  ['paused', 'Upload paused'],
  ['cancelled', 'Upload cancelled'],
] as const)('UPLD-070 %s reads %s', (status, text) => {
  expect(rowText(anUpload({ status }))).toBe(text)
})

test('UPLD-071 an uploading row reads so, with a percentage for files', () => {
  expect(rowText(anUpload({ status: 'uploading', progress: 41.7 }))).toBe('Uploading... 41%')
  expect(rowText(anUpload({ status: 'uploading', source: aUrlSource() }))).toBe('Uploading...')
})

test('UPLD-072 an errored row reads its message, or that something went wrong', () => {
  expect(rowText(anUpload({ status: 'errored', error: 'Disk full.' }))).toBe('Disk full.')
  const unknown = 'Something went wrong with the upload'
  expect(rowText(anUpload({ status: 'errored' }))).toBe(unknown)
})

test('UPLD-073 with everything sent or an asset that is preparing it reads so', () => {
  expect(rowText(anUpload({ status: 'completed', progress: 100 }))).toBe('Preparing asset...')
  expect(rowText({ ...withAsset({}), status: 'uploading', progress: 60 })).toBe(
    'Preparing asset...',
  )
})

test('UPLD-074 the row says when an asset is ready or deleted', () => {
  expect(rowText(withAsset({ status: 'ready' }))).toBe('Asset ready!')
  expect(rowText(withAsset({ status: 'deleted' }))).toBe('Asset deleted!')
})

test('UPLD-075 an errored asset reads its first message, or that something went wrong', () => {
  const failed = withAsset({ status: 'errored', errors: { messages: ['No video.', 'Other.'] } })
  expect(rowText({ ...failed, status: 'errored' })).toBe('No video.')
  expect(rowText(withAsset({ status: 'errored' }))).toBe('Something went wrong with the asset')
})

test('UPLD-067 every status is in All and in one further tab', () => {
  expect(panelFilters.map(({ label }) => label)).toEqual([
    'All',
    'Queued',
    'Uploading',
    'Uploaded',
    'Failed',
  ])
  const tabOf = Object.fromEntries(
    uploadStatuses.map((status) => [
      status,
      panelFilters.filter((one) => inFilter(one)(anUpload({ status }))).map(({ id }) => id),
    ]),
  )
  expect(tabOf).toEqual({
    waiting: ['all', 'uploading'],
    queued: ['all', 'queued'],
    preparing: ['all', 'uploading'],
    uploading: ['all', 'uploading'],
    paused: ['all', 'uploading'],
    cancelled: ['all', 'failed'],
    errored: ['all', 'failed'],
    completed: ['all', 'uploaded'],
  })
})

test('UPLD-082 a row says in a few words what the file was found to be', () => {
  const tracks = [
    { type: 'video', width: 640, height: 360, encoding: 'h264' },
    { type: 'audio', encoding: 'aac' },
  ]
  expect(inputText([{ settings: {}, file: { tracks } }])).toBe('640×360 · h264 · aac')
  expect(inputText(undefined)).toBe('')
})
