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

const streamsMax = 3
const { app, call, database } = await startTestApp(
  [assetsServer, broadcastsServer, liveStreamsServer],
  { settings: { LIVE_STREAMS_MAX: String(streamsMax) } },
)
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
  test('are counted by network and answered late, and shut out no right one', async () => {
    const admit = admitWith(app, makeLoad())
    const [key, other] = [await makeStream(), await makeStream()]
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, place) => admit(request(`wrong${place}`, '203.0.113.5'))),
    )
    expect(performance.now() - began).toBeGreaterThan(990)
    const wrong = refused('There is no live stream with this key.', false)
    const many = refused(
      'Too many wrong keys have come from this network. Try again in ten minutes.',
      true,
    )
    expect(answers.filter((answer) => 'refused' in answer && answer.refused.isForRoom)).toEqual([
      many,
    ])
    expect(answers.filter((answer) => 'refused' in answer && !answer.refused.isForRoom)).toEqual(
      Array.from({ length: 20 }, () => wrong),
    )
    // Behind the same address, at once, however often the wrong one is tried.
    for (const stream of [key, other]) {
      const before = performance.now()
      const accepted = await admit(request(stream.key, '203.0.113.5'))
      expect(accepted).toHaveProperty('accepted')
      expect(performance.now() - before).toBeLessThan(900)
      if ('accepted' in accepted) accepted.accepted.end('closed')
      const late = performance.now()
      expect(await admit(request('wrong', '203.0.113.5'))).toEqual(many)
      expect(performance.now() - late).toBeGreaterThan(990)
      // Nobody is told of a key that is not theirs.
      expect(await stream.refusals()).toEqual([])
    }
    expect(await admit(request('wrong', '198.51.100.7'))).toEqual(wrong)
  })
})

describe('the limit of live streams', () => {
  test('holds for encoders that come at once', async () => {
    const admit = admitWith(app, makeLoad())
    const streams = await Promise.all(Array.from({ length: streamsMax + 3 }, makeStream))
    const answers = await Promise.all(streams.map(({ key }) => admit(request(key, '192.0.2.9'))))
    const taken = answers.flatMap((answer) => ('accepted' in answer ? [answer.accepted] : []))
    try {
      expect(taken).toHaveLength(streamsMax)
      expect(answers.filter((answer) => 'refused' in answer)).toEqual(
        Array.from({ length: 3 }, () =>
          refused(
            'This server is at its limit of 3 live streams. Try again when one has ended.',
            true,
          ),
        ),
      )
    } finally {
      for (const connection of taken) connection.end('closed')
    }
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
