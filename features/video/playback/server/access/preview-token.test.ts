import { expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { playbackServer } from '../index.ts'

const { app, api, call, database, clock } = await startTestApp([playbackServer])
const make = aFactory(database)
const { environment } = await make.world()
const { environment: foreign } = await make.world()
const token = await make.accessToken(environment, [...scopes])

const parts = ['init', 'one', 'two', 'three', 'four', 'five'].map((part) => Buffer.from(part))
const stored = { '270p': parts, '720p': parts, '1080p': parts, 'audio-0': parts }
const secret = await insertPlayableAsset(app, { environment, policy: 'signed', stored })
const open = await insertPlayableAsset(app, { environment })
const theirs = await insertPlayableAsset(app, { environment: foreign, policy: 'signed' })

const tokensFor = async (ids: string[]) => {
  const search = new URLSearchParams(ids.map((id): [string, string] => ['playback_ids[]', id]))
  return (await call(`/ui/v1/playback-tokens?${search.toString()}`, { token })).body.data
}
const statusOf = async (path: string) => (await api.request(path)).status

test('the dashboard shows signed videos of its environment by tokens of the server', async () => {
  const data = await tokensFor([secret.playbackId, open.playbackId, theirs.playbackId, 'unknown'])
  expect(data.map((one: { playback_id: string }) => one.playback_id)).toEqual([secret.playbackId])
  const [{ video, expires_at: expiresAt }] = data
  expect(expiresAt).toBe(Math.floor(clock.now().getTime() / 1000) + 4 * 3600)
  const playlist = await api.request(`/${secret.playbackId}.m3u8?token=${video}`)
  expect(playlist.status).toBe(200)
  const below = (await playlist.text()).split('\n').find((line) => line.includes('720p.m3u8'))
  expect(await statusOf(new URL(below!, `http://localhost/${secret.playbackId}`).href)).toBe(200)
})

test('such a token opens one video, one kind of address, unchanged and for hours only', async () => {
  const other = await insertPlayableAsset(app, { environment, policy: 'signed', stored })
  const [{ video, thumbnail }] = await tokensFor([secret.playbackId])
  const [, exp, mac] = /^preview-(\d+)-(.+)$/.exec(video) ?? []
  const stream = (id: string, given: string) => statusOf(`/${id}.m3u8?token=${given}`)
  expect(await stream(other.playbackId, video)).toBe(403)
  expect(await stream(secret.playbackId, thumbnail)).toBe(403)
  expect(await stream(secret.playbackId, `preview-${Number(exp) + 60}-${mac}`)).toBe(403)
  expect(await stream(secret.playbackId, `preview-${exp}-`)).toBe(403)
  expect(await stream(secret.playbackId, video)).toBe(200)
  clock.advance(4 * 3600)
  expect(await stream(secret.playbackId, video)).toBe(403)
})
