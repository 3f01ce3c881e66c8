import { createServer, connect as connectTo, type AddressInfo, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { connect as connectClickHouse } from '@playhead/clickhouse/client.ts'
import { stepOf } from '@playhead/analytics/monitoring/steps.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import { WebSocket } from 'ws'
import { sendTo, startMonitoring, subscribeTo } from './monitoring-client.ts'
import { startRealtimeServer } from './realtime-server.ts'

const engine = await makeTestClickHouse()

/** The way to the engine, which a test can cut. */
const startWay = async (to: URL) => {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connectTo(Number(to.port), to.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
    return undefined
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const setCut = (cut: boolean) => {
    isCut = cut
    if (cut) for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    setCut,
    stop: () => {
      setCut(true)
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const way = await startWay(new URL(engine.url))
const clickhouse = connectClickHouse(way.url)
afterAll(async () => {
  await clickhouse.close()
  await way.stop()
})

const { database, clock, make, connect, call } = await startRealtimeServer({}, { clickhouse })

const setClock = () => {
  const running = stepOf(Date.now() / 1000)
  const at = (seconds: number) => {
    const now = new Date((running + seconds) * 1000)
    clock.now = () => now
  }
  at(1)
  return { newest: running - 5, running, at }
}

const authorizedBy = ({ id, secret }: { id: string; secret: string }) =>
  class extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      super(address, protocols, { headers: { authorization } })
    }
  }

const refusedWith = (reason: string) => ({ status: 'error', response: { reason } })

describe('who may join', () => {
  test('members who may open the environment, and no others', async () => {
    const { organization, environment, admin, member } = await make.world()
    const closed = await make.environment(organization)
    const stranger = await make.world()
    const join = async (person: typeof member, { id }: { id: string }) => {
      const { channel, reply } = await startMonitoring(connect('websocket', person), { id })
      if (reply.status === 'error') channel.leave()
      return reply
    }
    const joined = { status: 'ok', response: {} }
    expect(await join(member, environment)).toEqual(joined)
    expect(await join(member, { id: environment.id.toUpperCase() })).toEqual(joined)
    expect(await join(admin, closed)).toEqual(joined)
    const unmatched = refusedWith('unmatched topic')
    expect(await join(member, closed)).toEqual(unmatched)
    expect(await join(stranger.admin, environment)).toEqual(unmatched)
    expect(await join(member, stranger.environment)).toEqual(unmatched)
    expect(await join(member, organization)).toEqual(unmatched)
  })

  test('access tokens of the environment that may read data', async () => {
    const { organization, environment } = await make.world()
    const other = await make.environment(organization)
    const reader = await make.accessToken(environment, ['data:read'])
    const blind = await make.accessToken(environment, ['video:read'])
    const join = async (token: typeof reader, to: { id: string }) => {
      const socket = connect('websocket', {}, { transport: authorizedBy(token) })
      const { channel, reply } = await startMonitoring(socket, to)
      if (reply.status === 'error') channel.leave()
      return reply
    }
    expect(await join(reader, environment)).toEqual({ status: 'ok', response: {} })
    expect(await join(reader, other)).toEqual(refusedWith('unmatched topic'))
    expect(await join(blind, environment)).toEqual(refusedWith('forbidden'))
  })

  test('only with the flag realtime, and the topic ends when the flag does', async () => {
    const { organization, environment, member } = await make.world()
    const topic = await startMonitoring(connect('websocket', member), environment)
    expect(topic.reply.status).toBe('ok')
    let isClosed = false
    topic.channel.onClose(() => {
      isClosed = true
    })
    await setColumn(database, 'organizations', 'plan', 'Lite', { id: organization.id })
    await expect.poll(() => isClosed).toBe(true)
    const again = await startMonitoring(connect('websocket', member), environment)
    expect(again.reply).toEqual(refusedWith('upgrade_required'))
    again.channel.leave()
  })
})

describe('what a subscription is refused for', () => {
  const setUp = async () => {
    const { environment, member } = await make.world()
    setClock()
    const { channel } = await startMonitoring(connect('websocket', member), environment)
    return { channel, environment, member }
  }

  test.each([
    ['an unknown type', { type: 'breakdown_colour' }],
    ['no type', {}],
    ['an unknown metric', { type: 'time_series', metric: 'views' }],
    ['too many rows', { type: 'breakdown_cdn', limit: 101 }],
    ['filters that are no list', { type: 'time_series', filters: 'country:US' }],
  ])('%s', async (_, asked) => {
    const { channel } = await setUp()
    expect(await sendTo(channel, 'subscribe', asked)).toMatchObject(
      refusedWith('invalid_parameters'),
    )
  })

  test('MONI-007 more than five filters, and those that HTTP refuses, with the same words', async () => {
    const { channel } = await setUp()
    const type = 'time_series'
    const six = Array.from({ length: 6 }, (_, at) => `country:${at}`)
    for (const [filters, words] of [
      [six, /At most 5/],
      [['colour:red'], /colour is not a dimension/],
    ] as const)
      expect(await sendTo(channel, 'subscribe', { type, filters })).toEqual({
        status: 'error',
        response: { reason: 'invalid_parameters', messages: [expect.stringMatching(words)] },
      })
  })

  test('other messages', async () => {
    const { channel } = await setUp()
    expect(await sendTo(channel, 'shout', {})).toEqual(refusedWith('unmatched event'))
  })

  test('a twenty-first list of filters of an environment; after a minute unwatched ones make room', async () => {
    const { channel, environment, member } = await setUp()
    const first = await startMonitoring(connect('websocket', member), environment)
    const listen = (at: number, to = channel) =>
      sendTo(to, 'subscribe', { type: 'time_series', filters: [`asn:${at}`] })
    const others = await Promise.all(
      Array.from({ length: 19 }, async (_, at) => {
        const socket = connect('websocket', at < 9 ? member : await setUpMember(environment))
        const topic = await startMonitoring(socket, environment)
        expect((await listen(at + 1, topic.channel)).status).toBe('ok')
        return topic
      }),
    )
    expect((await listen(0, first.channel)).status).toBe('ok')
    expect(await listen(20)).toEqual(refusedWith('too_many_questions'))
    // The same list in another order and twice is the same question.
    const same = ['asn:0', 'asn:0']
    expect(
      (await sendTo(channel, 'subscribe', { type: 'time_series', filters: same })).status,
    ).toBe('ok')
    others[0]!.channel.leave()
    await expect
      .poll(async () => {
        clock.advance(1)
        const now = clock.now().getTime() + 10_000
        clock.now = () => new Date(now)
        return (await listen(20)).status
      })
      .toBe('ok')
  })
})

const setUpMember = async ({ id, organizationId }: { id: string; organizationId: string }) => {
  const person = await make.person()
  await make.membership({ id: organizationId }, person, { environments: [{ id }] })
  return person
}

test('RTCH-039 while the engine is away the last rows stay, and once it is back everything is pushed', async () => {
  const { environment, member } = await make.world()
  const { newest, running, at } = setClock()
  const add = aSampleFactory(engine, environment)
  await add(newest, {}, {})
  const topic = await startMonitoring(connect('websocket', member), environment)
  const series = await subscribeTo(topic, { type: 'time_series' })
  const titles = await subscribeTo(topic, { type: 'top_concurrent_video_title' })
  const lost = () => topic.of('realtime_subscription_disconnected')

  way.setCut(true)
  at(7.5)
  await expect.poll(lost).toHaveLength(2)
  expect(lost()).toEqual([
    { type: 'time_series', reason: 'unavailable' },
    { type: 'top_concurrent_video_title', reason: 'unavailable' },
  ])
  const stale = await subscribeTo(topic, { type: 'time_series' })
  expect(stale.reply).toMatchObject({ step: newest, age_ms: 7500 })
  const filters = ['country:US']
  expect(await sendTo(topic.channel, 'subscribe', { type: 'breakdown_cdn', filters })).toEqual(
    refusedWith('unavailable'),
  )
  const token = await make.accessToken(environment)
  const path = '/data/v1/monitoring/metrics/current-concurrent-viewers/timeseries'
  expect((await call(path, { token })).status).toBe(503)

  // What the collector held is written once the engine is back.
  await add(newest, {})
  await add(running, {}, {}, {}, {})
  way.setCut(false)
  await expect.poll(() => stale.latest().step).toBe(running)
  expect(stale.pushes()[0]!.event).toBe('time_series')
  expect(stale.latest().data.slice(-2)).toMatchObject([
    { concurrent_viewers: 3 },
    { concurrent_viewers: 4 },
  ])
  await expect.poll(() => titles.pushes().length).toBe(1)
  expect(titles.pushes()[0]!.event).toBe('top_concurrent_video_title')
  expect(lost()).toHaveLength(2)
  expect(series.pushes()[0]).toEqual(stale.pushes()[0])
})
