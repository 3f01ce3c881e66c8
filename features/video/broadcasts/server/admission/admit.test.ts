import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { liveStreamsServer } from '@playhead/features/video/live-streams/server'
import type { PublishRequest } from '@playhead/ingest/packet.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { broadcastsServer } from '../index.ts'
import { admitWith } from './admit.ts'
import { Load } from './room.ts'

const { app, call, database } = await startTestApp([
  assetsServer,
  broadcastsServer,
  liveStreamsServer,
])
const make = aFactory(database)

const loads: Load[] = []
const makeLoad = (tickMs?: number) => {
  const load = new Load(tickMs)
  loads.push(load)
  return load
}
afterAll(() => {
  for (const load of loads) load.stop()
})

const makeStream = async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const { body } = await call('/video/v1/live-streams', { token, body: {} })
  const { id, stream_key: key } = body.data
  const refusals = async () =>
    (await call(`/ui/v1/live-streams/${id}/refusals`, { token })).body.data
  return { key: key as string, refusals }
}

const request = (streamKey: string, remoteAddress: string): PublishRequest => ({
  protocol: 'rtmp',
  streamKey,
  remoteAddress,
  connection: { drop: () => {}, pause: () => {}, resume: () => {} },
})

const refused = (message: string, isForRoom: boolean) => ({ refused: { message, isForRoom } })

describe('wrong keys', () => {
  test('are counted by network: after twenty of them no key of it is looked up, and others go on', async () => {
    const admit = admitWith(app, makeLoad())
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => admit(request(`wrong${place}`, '203.0.113.5'))),
    )
    expect(performance.now() - began).toBeGreaterThan(990)
    const wrong = refused('There is no live stream with this key.', false)
    expect(answers).toEqual(Array.from({ length: 20 }, () => wrong))
    const { key, refusals } = await makeStream()
    const many = 'Too many wrong keys have come from this network. Try again in ten minutes.'
    expect(await admit(request(key, '203.0.113.5'))).toEqual(refused(many, true))
    // Where the key is not looked up, the owner of the live stream is not told.
    expect(await refusals()).toEqual([])
    const accepted = await admit(request(key, '198.51.100.7'))
    expect(accepted).toHaveProperty('accepted')
    if ('accepted' in accepted) accepted.accepted.end('closed')
  })
})

describe('load', () => {
  test('of the event loop refuses a new broadcast until it is over', async () => {
    const load = makeLoad(400)
    const admit = admitWith(app, load)
    const { key, refusals } = await makeStream()
    const work = (ms: number) => {
      const end = performance.now() + ms
      while (performance.now() < end);
    }
    for (let round = 0; round < 40 && !load.isTooHigh; round += 1) {
      work(320)
      await pause(25)
    }
    expect(load.isTooHigh).toBe(true)
    const message = 'This server is too busy for another live stream. Try again in a minute.'
    expect(await admit(request(key, '192.0.2.1'))).toEqual(refused(message, true))
    expect(await refusals()).toMatchObject([{ reason: 'load', message, network: '192.0.2.0/24' }])
    await expect.poll(() => load.isTooHigh).toBe(false)
  })
})
