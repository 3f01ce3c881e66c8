import { describe, expect, test } from 'vitest'
import { Disk } from '@playhead/server-kit/health/disk.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { insertReachedCap } from './caps.sql.ts'
import { startLiveServer } from './live-server.ts'

const gigabyte = 1e9
const disk = { freeBytes: 100 * gigabyte, totalBytes: 200 * gigabyte }
const server = await startLiveServer(
  { LIVE_STREAMS_MAX: '1', PLAYHEAD_BILLING: 'invoice' },
  { disk: new Disk({ reservePercent: 0, read: async () => disk }) },
)

const endOf = async ({ id }: { id: string }) =>
  (await readRows(server.database, 'live_broadcasts', { live_stream_id: id }))[0]?.['end_reason']

const setFlags = ({ world }: { world: { organization: { id: string } } }, flags: object) =>
  setColumn(server.database, 'organizations', 'feature_overrides', JSON.stringify(flags), {
    id: world.organization.id,
  })

const isSaid = async (key: string, words: string) => {
  const encoder = await server.push(key)
  const { code, said } = await encoder.ended
  expect(said).toContain(words)
  expect(code).not.toBe(0)
}

describe('an encoder is told', () => {
  test('that its key is wrong, whatever its form', async () => {
    for (const key of ['abcdefghijklmnop0123456789abcdef', 'short'])
      await isSaid(key, 'There is no live stream with this key.')
    expect(server.logLines.join('\n')).not.toContain('abcdefghijklmnop0123456789abcdef')
  })

  test('that the server is full, and the running broadcast goes on', async () => {
    const first = await server.makeStream({ latency_mode: 'low' })
    const encoder = await server.push(first.key, { isLive: true })
    await server.untilStatus(first, 'active')
    const second = await server.makeStream()
    await isSaid(
      second.key,
      'This server is at its limit of 1 live streams. Try again when one has ended.',
    )
    const { body } = await second.call(`/ui/v1/live-streams/${second.id}/refusals`)
    expect(body.data).toMatchObject([
      {
        reason: 'streams',
        message: 'This server is at its limit of 1 live streams. Try again when one has ended.',
        protocol: 'rtmp',
      },
    ])
    expect(JSON.stringify(body)).not.toContain(second.key)
    expect((await encoder.ended).code).toBe(0)
    await server.untilOver(first)
  })

  test('that its plan has no video', async () => {
    const stream = await server.makeStream()
    await setFlags(stream, { video: false })
    await isSaid(stream.key, 'Your plan does not include live streaming.')
    expect((await stream.read()).status).toBe('idle')
  })

  test('that its organization has reached its spending cap', async () => {
    const stream = await server.makeStream()
    const { organization } = stream.world
    // A cap counts where usage may be charged.
    const where = { id: organization.id }
    await setColumn(server.database, 'organizations', 'marketplace_type', 'Bazaar', where)
    await insertReachedCap(server.database, organization, 'stop_new')
    await isSaid(stream.key, 'This organization has reached its spending cap for this month.')
    expect((await stream.read()).status).toBe('idle')
  })

  test('that an invoice of its organization is long overdue', async () => {
    const stream = await server.makeStream()
    await insertInvoice(server.database, stream.world.organization, { status: 'delinquent' })
    await isSaid(stream.key, 'An invoice of this organization is long overdue.')
    const { body } = await stream.call(`/ui/v1/live-streams/${stream.id}/refusals`)
    expect(body.data).toMatchObject([{ reason: 'invoice_overdue' }])
  })

  test('that its plan has test live streams only, which are let in', async () => {
    const stream = await server.makeStream()
    await setFlags(stream, { testVideoOnly: true })
    await isSaid(stream.key, 'Your plan includes test live streams only.')
    const trial = await server.makeStream({ latency_mode: 'low', test: true })
    await setFlags(trial, { testVideoOnly: true })
    const encoder = await server.push(trial.key)
    expect((await encoder.ended).code).toBe(0)
    await server.untilOver(trial)
  })

  test('that its plan has no room for the settings of its recordings any more', async () => {
    const stream = await server.makeStream({
      latency_mode: 'low',
      new_asset_settings: { video_quality: 'premium' },
    })
    await setFlags(stream, { premiumQualityRolloutEnabled: false })
    const words =
      'The recordings of this live stream cannot be made: video_quality: premium is not available to this organization.'
    await isSaid(stream.key, words)
    const { body } = await stream.call(`/ui/v1/live-streams/${stream.id}/refusals`)
    expect(body.data).toMatchObject([{ reason: 'settings', message: words }])
    expect(await stream.read()).toMatchObject({ status: 'idle' })
    expect(await server.listEventTypes(stream)).toEqual([])
    await stream.send('PATCH', '', { new_asset_settings: { video_quality: 'basic' } })
    expect((await (await server.push(stream.key)).ended).code).toBe(0)
    await server.untilOver(stream)
  })
})

describe('a disk', () => {
  test('that is almost full takes no new broadcast, and ends a running one, which is kept', async () => {
    const stream = await server.makeStream({ latency_mode: 'low', reconnect_window: 60 })
    const encoder = await server.push(stream.key, { isLive: true })
    await server.untilStatus(stream, 'active')
    const { active_asset_id: assetId } = await stream.read()
    disk.freeBytes = 1.5 * gigabyte
    try {
      // Enough for what runs.
      const second = await server.makeStream()
      const tryAgain = async () => {
        // Without a lease the running one does not count; it gets another every five seconds.
        await setColumn(server.database, 'live_broadcasts', 'lease_until', new Date(0), {
          live_stream_id: stream.id,
        })
        return (await (await server.push(second.key)).ended).said
      }
      await expect.poll(tryAgain).toContain('This server cannot record: its disk is almost full.')
      expect((await stream.read()).status).toBe('active')
      disk.freeBytes = 0.4 * gigabyte
      expect((await encoder.ended).code).not.toBe(0)
      await server.untilOver(stream)
    } finally {
      disk.freeBytes = 100 * gigabyte
    }
    const types = await server.listEventTypes(stream)
    expect(types).toContain('live_stream.warning')
    expect(types.indexOf('live_stream.warning')).toBeLessThan(types.indexOf('live_stream.idle'))
    expect(await stream.readAsset(assetId)).toMatchObject({ status: 'ready', is_live: false })
    expect(await endOf(stream)).toBe('disk')
  })
})

/** Began and became active so long ago, as far as its row says after a stop and a start. */
const restartAfter = async ({ id }: { id: string }, seconds: number) => {
  const at = new Date(Date.now() - seconds * 1000)
  await server.restart(async () => {
    for (const column of ['began_at', 'active_at'])
      await setColumn(server.database, 'live_broadcasts', column, at, { live_stream_id: id })
  })
}

describe('a broadcast ends', () => {
  test('at its longest duration, counted over restarts and without a reconnect window', async () => {
    const stream = await server.makeStream({
      latency_mode: 'low',
      reconnect_window: 60,
      max_continuous_duration: 60,
    })
    const first = await server.push(stream.key, { isLive: true })
    await server.untilStatus(stream, 'active')
    await restartAfter(stream, 56)
    await first.ended
    const second = await server.push(stream.key, { isLive: true })
    expect((await second.ended).code).not.toBe(0)
    await server.untilOver(stream)
    expect(await endOf(stream)).toBe('max_continuous_duration')
    expect((await stream.read()).status).toBe('idle')
  })

  test('at a longest duration that was set while it runs', async () => {
    const changed = await server.makeStream({ latency_mode: 'low', reconnect_window: 60 })
    await server.push(changed.key, { isLive: true })
    await server.untilStatus(changed, 'active')
    await restartAfter(changed, 56)
    // It could go on for hours, until a minute is all that it may take.
    expect((await changed.read()).status).toBe('active')
    await changed.send('PATCH', '', { max_continuous_duration: 60 })
    await server.untilOver(changed)
    expect(await endOf(changed)).toBe('max_continuous_duration')
  })

  test('after five minutes where it is a test, and its live stream is disabled', async () => {
    const stream = await server.makeStream({
      latency_mode: 'low',
      reconnect_window: 60,
      test: true,
    })
    const first = await server.push(stream.key, { isLive: true })
    await server.untilStatus(stream, 'active')
    await restartAfter(stream, 299)
    await first.ended
    const second = await server.push(stream.key, { isLive: true })
    expect((await second.ended).code).not.toBe(0)
    await server.untilOver(stream, 'live_stream.disabled')
    expect(await endOf(stream)).toBe('test')
    await isSaid(stream.key, 'This live stream is disabled. Enable it before streaming.')
  })
})

describe('addresses of encoders', () => {
  test('are those that are open', async () => {
    const stream = await server.makeStream()
    const { body } = await stream.call('/ui/v1/live-ingest')
    expect(body.data).toEqual([
      { protocol: 'rtmp', url: `rtmp://localhost:${server.port()}/app`, local_only: true },
    ])
  })
})
