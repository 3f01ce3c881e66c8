import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { makeTestAsset } from './test-asset.ts'
import { made, aVideoApi } from '../testing-api.ts'
import { anUpload } from '../testing-uploads.ts'

let world: ReturnType<typeof aVideoApi>
let requests: Awaited<ReturnType<typeof openScreen>>['requests']

beforeEach(async () => {
  world = aVideoApi()
  ;({ requests } = await openScreen(() => null, { api: world.api }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await stopScreens()
})

const asked = (method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path === path)
const begin = () =>
  makeTestAsset(anUpload(), { onProgress: () => {}, onPlayable: () => {}, onFail: () => {} })

/** Collects the requests after this point, and whether each outlives the page. */
const leave = () => {
  const spy = vi.spyOn(globalThis, 'fetch')
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pageshow'))
  return spy.mock.calls.map(([, init]) => ({ method: init?.method, outlives: init?.keepalive }))
}

test('UPLD-028 leaving the page while the file is sent cancels the upload of a test asset', async () => {
  world.state.part = { status: 200, text: '', afterMs: 1000 }
  begin()
  await waitFor(() => expect(asked('PUT', '/uploads/secret')).toHaveLength(1))
  expect(leave()).toEqual([{ method: 'PUT', outlives: true }])
  await waitFor(() =>
    expect(asked('PUT', `/video/v1/uploads/${made.upload}/cancel`)).toHaveLength(1),
  )
})

test('UPLD-028 leaving the page while a test asset is prepared deletes it', async () => {
  begin()
  await waitFor(() =>
    expect(asked('GET', `/video/v1/assets/${made.asset}`).length).toBeGreaterThan(0),
  )
  expect(leave()).toEqual([{ method: 'DELETE', outlives: true }])
  await waitFor(() => expect(asked('DELETE', `/video/v1/assets/${made.asset}`)).toHaveLength(1))
})

test('UPLD-028 a page that is left after the dialog was closed asks nothing more', async () => {
  const end = begin()
  await waitFor(() =>
    expect(asked('GET', `/video/v1/assets/${made.asset}`).length).toBeGreaterThan(0),
  )
  end()
  expect(leave()).toEqual([])
})
