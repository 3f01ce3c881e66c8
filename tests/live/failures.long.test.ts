import { existsSync } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { liveOfStream, recoverLost } from '@playhead/features/video/broadcasts/server'
import { compareNow, countProblems } from '@playhead/features/video/storage-check/server'
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
    const warnings = await readRows(server.database, 'events', {
      object_id: stream.id,
      type: 'video.live_stream.warning',
    })
    expect(warnings.map(({ data }) => (data as { warning: object }).warning)).toContainEqual({
      type: 'recording_failed',
      message: 'This server could not record the live stream.',
    })
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

describe('a broadcast that was ending when the program stopped', () => {
  test('is ended by the next start, and does not wait for its encoder', async () => {
    const { stream, encoder, assetId, broadcastId } = await startStream()
    const rowOf = async () =>
      (await readRows(server.database, 'live_broadcasts', { id: broadcastId }))[0]
    const media = join(server.app.settings.dataFolder, 'media')
    await rename(media, `${media}.away`)
    await writeFile(media, 'no folder')
    try {
      encoder.stop()
      await expect
        .poll(rowOf)
        .toMatchObject({ state: 'finishing', end_reason: 'ended', ended_at: null })
      await server.restart()
    } finally {
      await rm(media)
      await rename(`${media}.away`, media)
    }
    await server.untilOver(stream)
    expect(await rowOf()).toMatchObject({ state: 'ended', end_reason: 'ended' })
    expect(await stream.readAsset(assetId)).toMatchObject({ status: 'ready', is_live: false })
  })
})

describe('care of stored files', () => {
  test('neither reports nor removes a recording in progress', async () => {
    const { stream, assetId, folder } = await startStream()
    const signal = new AbortController().signal
    await compareNow({ app: server.app, signal, progress: () => {} })
    const rows = await readRows(server.database, 'storage_checks', {})
    expect(rows.at(-1)).toMatchObject({ problems: 0, left_over: 0 })
    expect(existsSync(join(folder, 'source-0.mp4'))).toBe(true)
    await server.untilOver(stream)
    await compareNow({ app: server.app, signal, progress: () => {} })
    expect((await countProblems(server.app.postgres)).count).toBe(0)
    expect(await stream.readAsset(assetId)).toMatchObject({ status: 'ready', is_live: false })
  })
})

describe('a broadcast in progress of a backup that was restored elsewhere', () => {
  test('is ended: its files are not there', async () => {
    const { stream, assetId, broadcastId, folder } = await startStream({ reconnect_window: 60 })
    await server.restart(async () => {
      await rm(folder, { recursive: true })
      const hourAgo = new Date(Date.now() - 3_600_000)
      for (const [column, value] of [
        ['node_id', 'another'],
        ['lease_until', hourAgo],
      ] as const)
        await setColumn(server.database, 'live_broadcasts', column, value, { id: broadcastId })
    })
    await server.untilStatus(stream, 'idle')
    expect((await stream.read()).active_asset_id).toBeUndefined()
    expect(await stream.readAsset(assetId)).toBeUndefined()
    const encoder = await server.push(stream.key)
    expect((await encoder.ended).code).toBe(0)
  })
})

describe('a broadcast that is ended before its first part', () => {
  test('leaves an asset with its tracks', async () => {
    const stream = await server.makeStream()
    const encoder = await server.push(stream.key, { isLive: true })
    const picture = () => liveOfStream(server.app, stream.id)?.window.renditions.length ?? 0
    await until('a picture has come', async () => picture() > 0, 5)
    const { active_asset_id: assetId } = await stream.read()
    expect((await stream.send('PUT', '/disable')).status).toBe(200)
    await encoder.ended
    await server.untilOver(stream)
    const { tracks } = await stream.readAsset(assetId)
    expect(tracks.map(({ type }: { type: string }) => type).toSorted()).toEqual(['audio', 'video'])
  })
})

describe('a simulcast target whose address is not allowed any more', () => {
  test('is refused in whatever form its address is written', async () => {
    const stream = await server.makeStream({
      simulcast_targets: [{ url: 'rtmp://93.184.216.34/app', stream_key: 'theirs' }],
    })
    // 169.254.169.254, where clouds keep their secrets.
    await setColumn(
      server.database,
      'live_simulcast_targets',
      'url',
      'rtmp://0xa9.0xfe.0xa9.0xfe/app',
      { live_stream_id: stream.id },
    )
    const encoder = await server.push(stream.key, { isLive: true })
    const where = { live_stream_id: stream.id }
    await expect
      .poll(async () => (await readRows(server.database, 'live_simulcast_targets', where))[0])
      .toMatchObject({
        status: 'errored',
        error_severity: 'fatal',
        last_error: expect.stringContaining('private address'),
      })
    encoder.stop()
  })
})
