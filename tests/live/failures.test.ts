import { existsSync } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { liveOfStream, recoverLost } from '@playhead/features/video/broadcasts/server'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { until } from '../process/running-program.ts'
import { startLiveServer } from './live-server.ts'

const server = await startLiveServer()
const liveFolder = join(server.app.settings.dataFolder, 'live')

const startStream = async (body: Record<string, unknown> = {}) => {
  const stream = await server.makeStream({ latency_mode: 'low', ...body })
  const encoder = await server.push(stream.key, { isLive: true })
  await server.untilStatus(stream, 'active')
  const rows = await readRows(server.database, 'live_broadcasts', { live_stream_id: stream.id })
  const broadcastId = String(rows[0]?.['id'])
  const { active_asset_id: assetId } = await stream.read()
  return { stream, encoder, assetId, broadcastId, folder: join(liveFolder, broadcastId) }
}

describe('a recording whose last write failed', () => {
  test('is kept as an asset with all that reached the disk', async () => {
    const { stream, encoder, assetId, folder } = await startStream({ reconnect_window: 60 })
    // The slate of an encoder that is away needs another file, which cannot be made.
    await symlink('/nowhere/at/all', join(folder, 'source-1.mp4'))
    await encoder.ended
    await server.untilStatus(stream, 'idle')
    const asset = await stream.readAsset(assetId)
    expect(asset).toMatchObject({ status: 'ready', is_live: false })
    expect(asset.duration).toBeCloseTo(8, 0)
    const at = `/${asset.playback_ids[0].id}`
    expect((await server.get(`${at}/source/0.m4s`)).status).toBe(200)
  })
})

describe('a broadcast that cannot be opened', () => {
  test('ends at once, and the next encoder is let in', async () => {
    const stream = await server.makeStream()
    await mkdir(liveFolder, { recursive: true })
    await rename(liveFolder, `${liveFolder}.away`)
    await writeFile(liveFolder, 'no folder')
    try {
      const first = await server.push(stream.key)
      expect((await first.ended).code).not.toBe(0)
    } finally {
      await rm(liveFolder)
      await rename(`${liveFolder}.away`, liveFolder)
    }
    expect(await stream.read()).toMatchObject({ status: 'idle' })
    expect((await stream.read()).active_asset_id).toBeUndefined()
    const second = await server.push(stream.key)
    expect(await second.ended).toEqual({ code: 0, said: '' })
  })
})

describe('a broadcast of which another process may still hold the lease', () => {
  test('keeps its recording through a start, and is taken over later', async () => {
    const { stream, assetId, broadcastId, folder } = await startStream({ reconnect_window: 60 })
    const setRow = (column: string, value: string | Date) =>
      setColumn(server.database, 'live_broadcasts', column, value, { id: broadcastId })
    await setRow('node_id', 'another')
    await server.restart()
    expect(existsSync(folder)).toBe(true)
    await setRow('lease_until', new Date(Date.now() - 3_600_000))
    await setRow('began_at', new Date(Date.now() - 3_600_000))
    await recoverLost(server.app)
    expect(liveOfStream(server.app, stream.id)?.broadcastId).toBe(broadcastId)
    await stream.send('PUT', '/complete')
    await server.untilOver(stream)
    await until('its folder is gone', async () => !existsSync(folder))
    expect(await stream.readAsset(assetId)).toMatchObject({ status: 'ready', is_live: false })
  })
})

describe('a token for a part of a recording', () => {
  test('opens nothing while it is recorded', async () => {
    const { stream, assetId } = await startStream({
      new_asset_settings: { playback_policy: ['signed'] },
    })
    const [{ id }] = (await stream.readAsset(assetId)).playback_ids
    const { body } = await stream.call(`/ui/v1/playback-tokens?playback_ids=${id}`)
    const token = body.data?.[0]?.video as string
    for (const path of ['', '/source'])
      expect((await server.get(`/${id}${path}.m3u8?token=${token}`)).status).toBe(200)
    for (const path of ['', '/source'])
      for (const limit of ['asset_end_time=2', 'max_resolution=270p'])
        expect((await server.get(`/${id}${path}.m3u8?token=${token}&${limit}`)).status).toBe(404)
  })
})
