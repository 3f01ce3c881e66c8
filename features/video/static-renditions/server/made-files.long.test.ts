import { describe, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readEvents, readJobs, setColumn } from '@playhead/testing/rows/rows.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { staticRenditionsServer } from './index.ts'
import { closeOldMasters } from './master/close-old-masters.ts'

const features = [assetsServer, playbackServer, staticRenditionsServer]
const { app, api, call, database, clock } = await startTestApp(features)
const make = aFactory(database)
const { environment } = await make.world()
const caller = { token: await make.accessToken(environment, ['video:read', 'video:write']) }
const file = await makeSampleClip({ seconds: 3, width: 640, height: 360 })

const setUp = async (given = file) => {
  const asset = await insertSourceAsset(app, { environment, file: given })
  const address = `/video/v1/assets/${asset.id}`
  return {
    ...asset,
    address,
    retrieve: async () => (await call(address, caller)).body.data,
    add: async (resolution: string) =>
      (await call(`${address}/static-renditions`, { ...caller, body: { resolution } })).body.data,
    events: async () =>
      (await readEvents(database, { object_id: asset.id })).map(({ type }) => type),
    download: async (name: string, headers: Record<string, string> = {}) => {
      const answer = await api.request(`/${asset.playbackId}/${name}`, { headers })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    },
    keys: async () => {
      const keys: string[] = []
      for await (const { key } of app.storage.list(asset.prefix)) keys.push(key)
      return keys
    },
  }
}

const work = () => runJobs(app, features)

describe('files for download', () => {
  test('are made of each resolution that the source has, and skipped where it has not', async () => {
    const asset = await setUp()
    for (const resolution of ['highest', 'audio-only', '270p', '1080p']) await asset.add(resolution)
    await work()
    const { static_renditions: made } = await asset.retrieve()
    expect(made.status).toBe('ready')
    expect(made.files).toMatchObject([
      { name: 'highest.mp4', status: 'ready', width: 640, height: 360, resolution_tier: '720p' },
      { name: 'audio.m4a', status: 'ready', ext: 'm4a', resolution_tier: 'audio-only' },
      { name: '270p.mp4', status: 'ready', width: 480, height: 270 },
      { name: '1080p.mp4', status: 'skipped' },
    ])
    for (const { name, status, filesize, bitrate } of made.files) {
      if (status !== 'ready') continue
      const { bytes } = await asset.download(name)
      expect(filesize).toBe(String(bytes.length))
      expect(bitrate).toBe(Math.round((bytes.length * 8) / 3))
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    }
    expect(await asset.download('highest.mp4', { range: 'bytes=4-7' })).toMatchObject({
      status: 206,
      bytes: Buffer.from('ftyp'),
    })
    const events = await asset.events()
    expect(events.filter((type) => type === 'video.asset.static_rendition.ready')).toHaveLength(3)
    expect(events).toContain('video.asset.static_rendition.skipped')
  })

  test('of the older option are listed together', async () => {
    const asset = await setUp()
    await call(`${asset.address}/mp4-support`, {
      ...caller,
      method: 'PUT',
      body: { mp4_support: 'standard' },
    })
    await work()
    const { static_renditions: made } = await asset.retrieve()
    expect(made.files).toMatchObject([
      { name: 'low.mp4', status: 'ready', height: 270 },
      { name: 'medium.mp4', status: 'skipped' },
      { name: 'high.mp4', status: 'skipped' },
      { name: 'audio.m4a', status: 'ready' },
    ])
    const events = await asset.events()
    expect(events.filter((type) => String(type).includes('static_rendition'))).toEqual([
      'video.asset.static_renditions.preparing',
      'video.asset.static_renditions.ready',
    ])
  })

  test('that cannot be made are errored, and the asset still plays', async () => {
    const asset = await setUp()
    await app.storage.write(`${asset.prefix}/source`, Buffer.from('damaged'))
    await asset.add('270p')
    await setColumn(database, 'jobs', 'attempts', 3, {
      kind: 'rendition.make',
      status: 'queued',
    })
    await work()
    const { static_renditions: made, status } = await asset.retrieve()
    expect(status).toBe('ready')
    expect(made).toMatchObject({
      status: 'errored',
      files: [{ status: 'errored', error: { messages: [expect.stringMatching(/\.$/)] } }],
    })
    expect(await asset.events()).toContain('video.asset.static_rendition.errored')
  })

  test('are removed from the storage when they are deleted', async () => {
    const asset = await setUp()
    const { id } = await asset.add('audio-only')
    await work()
    expect((await asset.keys()).some((key) => key.includes('/static/'))).toBe(true)
    await call(`${asset.address}/static-renditions/${id}`, { ...caller, method: 'DELETE' })
    await work()
    expect((await asset.keys()).some((key) => key.includes('/static/'))).toBe(false)
    expect((await asset.download('audio.m4a')).status).toBe(404)
  })

  test('of an audio file have its sound', async () => {
    const asset = await setUp(
      await makeSampleClip({ seconds: 2, video: false, container: 'mp3', audio: 'libmp3lame' }),
    )
    await asset.add('highest')
    await asset.add('audio-only')
    await work()
    expect((await asset.retrieve()).static_renditions.files).toMatchObject([
      { name: 'highest.mp4', status: 'skipped' },
      { name: 'audio.m4a', status: 'ready' },
    ])
  })
})

describe('access to the original', () => {
  const open = async () => {
    const asset = await setUp()
    const access = (master: string) =>
      call(`${asset.address}/master-access`, {
        ...caller,
        method: 'PUT',
        body: { master_access: master },
      })
    await access('temporary')
    await work()
    const { master } = await asset.retrieve()
    const fetchMaster = async () => {
      const answer = await api.request(new URL(master.url).pathname)
      return {
        status: answer.status,
        bytes: Buffer.from(await answer.arrayBuffer()),
        headers: answer.headers,
      }
    }
    return { ...asset, access, master, fetchMaster }
  }

  test('is an address that downloads an mp4, for a day', async () => {
    const asset = await open()
    expect(asset.master).toEqual({ status: 'ready', url: expect.stringContaining('/master/') })
    const { status, bytes, headers } = await asset.fetchMaster()
    expect(status).toBe(200)
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
    expect(headers.get('content-disposition')).toContain('attachment; filename="master.mp4"')
    expect(await asset.events()).toContain('video.asset.master.ready')
    clock.advance(24 * 3600 + 1)
    expect((await asset.fetchMaster()).status).toBe(404)
    await closeOldMasters.run(app)
    await work()
    expect(await asset.retrieve()).toMatchObject({ master_access: 'none' })
    expect((await asset.keys()).some((key) => key.includes('/master'))).toBe(false)
    expect((await asset.events()).at(-1)).toBe('video.asset.master.deleted')
  })

  test('ends when it is closed, and another address opens it again', async () => {
    const asset = await open()
    await asset.access('none')
    expect((await asset.fetchMaster()).status).toBe(404)
    await asset.access('temporary')
    await work()
    const { master } = await asset.retrieve()
    expect(master.url).not.toBe(asset.master.url)
    expect((await asset.fetchMaster()).status).toBe(404)
    expect((await api.request(new URL(master.url).pathname)).status).toBe(200)
  })

  test('stays when what was made the last time is removed late, even if that was still being made', async () => {
    const asset = await open()
    await asset.access('none')
    const stale = await readJobs(database, { kind: 'media.remove', status: 'queued' })
    await asset.access('temporary')
    await work()
    for (const { payload } of stale) {
      const prefix = (payload as { prefix: string }).prefix
      for (const key of await asset.keys())
        if (key.startsWith(prefix)) await app.storage.remove(key)
    }
    const { master } = await asset.retrieve()
    expect((await api.request(new URL(master.url).pathname)).status).toBe(200)
    expect((await asset.keys()).filter((key) => key.includes('/master'))).toHaveLength(1)

    await asset.access('none')
    await asset.access('temporary')
    await asset.access('none')
    await asset.access('temporary')
    const waiting = await readJobs(database, { kind: 'master.make', status: 'queued' })
    expect(waiting).toHaveLength(2)
    await work()
    expect(await asset.retrieve()).toMatchObject({ master: { status: 'ready' } })
    expect((await asset.keys()).filter((key) => key.includes('/master'))).toHaveLength(1)
  })

  test('opens with nothing but the whole address', async () => {
    const { master } = await open()
    const path = new URL(master.url).pathname
    for (const other of [
      path.replace(/.{3}\.mp4$/, 'abc.mp4'),
      '/master/x.mp4',
      `/master/${'a'.repeat(43)}.mp4`,
    ])
      expect((await api.request(other)).status).toBe(404)
  })
})
