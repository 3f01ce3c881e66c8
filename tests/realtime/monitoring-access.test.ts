import { once } from 'node:events'
import { createServer, connect as connectTo, type AddressInfo, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { connect as connectClickHouse } from '@playhead/clickhouse/client.ts'
import { stepOf } from '@playhead/analytics/monitoring/steps.ts'
import { monitoringTypes } from '@playhead/features/data/monitoring/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { WebSocket } from 'ws'
import { type Received, sendTo, startMonitoring, subscribeTo } from './monitoring-client.ts'
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

const { database, channels, clock, make, port, connect, call, tokenOf } = await startRealtimeServer(
  { PLAYHEAD_METRICS_TOKEN: 'a token of the operator' },
  // A second change that waits is one too many; a test that reads nothing must not be closed for it.
  {
    clickhouse,
    limits: {
      framesBurst: 2_000,
      waitingBytesSlow: 500,
      slowMs: 600_000,
      silenceMs: 600_000,
      pollMs: 60_000,
    },
  },
)

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

describe('permission to join', () => {
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

  test('RTCH-027 staff may override the flag on their connection, and no others', async () => {
    const { organization, environment, member } = await make.world()
    await setColumn(database, 'organizations', 'plan', 'Lite', { id: organization.id })
    const staff = await make.person({ isStaff: true })
    await make.membership(organization, staff, { isAdmin: true })
    const join = async (person: typeof member, params: object) => {
      const socket = connect('websocket', person, { params })
      const { channel, reply } = await startMonitoring(socket, environment)
      if (reply.status === 'error') channel.leave()
      return reply
    }
    const overrides = JSON.stringify({ realtime: true })
    expect(await join(staff, {})).toEqual(refusedWith('upgrade_required'))
    expect(await join(member, { overrides })).toEqual(refusedWith('upgrade_required'))
    expect(await join(staff, { overrides: 'no JSON' })).toEqual(refusedWith('upgrade_required'))
    expect(await join(staff, { overrides })).toEqual({ status: 'ok', response: {} })
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

describe('reasons to refuse a subscription', () => {
  const setUp = async () => {
    const { environment, member } = await make.world()
    setClock()
    const { channel } = await startMonitoring(connect('websocket', member), environment)
    return { channel, environment, member }
  }

  test.each([
    ['an unknown type', { type: 'breakdown_colour' }, /^type: /],
    ['no type', {}, /^type: /],
    ['an unknown metric', { type: 'time_series', metric: 'views' }, /^metric: /],
    ['too many rows', { type: 'breakdown_cdn', limit: 101 }, /^limit: /],
    ['filters that are no list', { type: 'time_series', filters: 'country:US' }, /^filters: /],
  ])('%s', async (_, asked, words) => {
    const { channel } = await setUp()
    expect(await sendTo(channel, 'subscribe', asked)).toEqual({
      status: 'error',
      response: { reason: 'invalid_parameters', messages: [expect.stringMatching(words)] },
    })
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

  if (isLongRun())
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

test('at most 60 subscriptions of a socket, over all environments', async () => {
  const { organization, environment, admin } = await make.world()
  const others = await Promise.all([1, 2, 3].map(() => make.environment(organization)))
  const socket = connect('websocket', admin)
  const topics = await Promise.all(
    [environment, ...others].map((one) => startMonitoring(socket, one)),
  )
  const subscribe = async (at: number, type: string) =>
    (await sendTo(topics[at]!.channel, 'subscribe', { type })).response
  // 17 types of three environments are 51; a type that is subscribed to again counts once.
  for (const at of [0, 1, 2])
    for (const type of monitoringTypes) expect(await subscribe(at, type)).toHaveProperty('step')
  for (const type of monitoringTypes.slice(0, 9)) await subscribe(3, type)
  expect(await subscribe(3, monitoringTypes[0])).toHaveProperty('step')
  expect(await subscribe(3, 'time_series')).toEqual({ reason: 'too_many_topics' })
  await sendTo(topics[0]!.channel, 'unsubscribe', { type: 'time_series' })
  expect(await subscribe(3, 'time_series')).toHaveProperty('step')
  expect(await subscribe(0, 'time_series')).toEqual({ reason: 'too_many_topics' })
})

const setUpMember = async ({ id, organizationId }: { id: string; organizationId: string }) => {
  const person = await make.person()
  await make.membership({ id: organizationId }, person, { environments: [{ id }] })
  return person
}

if (isLongRun())
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

if (isLongRun())
  test('RTCH-037 a reader who skipped changes is sent everything, once it reads again', async () => {
    const { environment, member } = await make.world()
    const { newest, running, at } = setClock()
    const [add, addEarly] = (['samples', 'early_samples'] as const).map((table) =>
      aSampleFactory(engine, environment, table),
    )
    await add!(newest, {})
    const quick = await startMonitoring(connect('websocket', member), environment)
    const series = await subscribeTo(quick, { type: 'time_series' })

    const headers = { 'x-phoenix-authtoken': tokenOf(member) }
    let poll = ''
    const ask = async (body?: string) => {
      const address = `http://127.0.0.1:${port}/socket/longpoll?vsn=2.0.0${poll}`
      const method = body === undefined ? 'GET' : 'POST'
      const answer = await fetch(address, { headers, method, ...(body && { body }) })
      return (await answer.json()) as { token: string; messages?: string[] }
    }
    /** Reads until this event of the topic arrives. */
    const read = async (event: string) => {
      const found = (await ask()).messages
        ?.map((text) => JSON.parse(text) as [unknown, string, string, string, Received])
        .find(([, ref, , name]) => name === event && ref !== '1')
      return found?.[4]
    }
    poll = `&token=${(await ask()).token}`
    const name = `monitoring:${environment.id}`
    const asked = { type: 'time_series' }
    await ask(
      [['phx_join', {}] as const, ['subscribe', asked] as const]
        .map(([event, payload], place) =>
          JSON.stringify(['1', String(place + 1), name, event, payload]),
        )
        .join('\n'),
    )
    await expect.poll(() => read('phx_reply')).toBeDefined()

    for (const [place, step] of [running, running + 5].entries()) {
      await addEarly!(step, {}, {})
      at(place * 5 + 2.6)
      await expect.poll(() => series.latest().step).toBe(step)
      await add!(step, {}, {}, {})
      at(place * 5 + 5.1)
      await expect.poll(() => series.latest().is_early).toBe(false)
    }
    let whole: Received | undefined
    await expect.poll(async () => (whole = await read('time_series'))).toBeDefined()
    expect(whole!.data).toHaveLength(360)
    expect(whole!.data).toEqual(series.latest().data)
    await ask(JSON.stringify(['1', '3', name, 'phx_leave', {}]))
  })

test('a reader who is too slow is sent which subscriptions end with its connection', async () => {
  const { environment } = await make.world()
  const { newest } = setClock()
  await aSampleFactory(engine, environment)(newest, {})
  const token = await make.accessToken(environment)
  const socket = new (authorizedBy(token))(`ws://127.0.0.1:${port}/socket/websocket?vsn=2.0.0`)
  const received: string[] = []
  socket.on('message', (data: Buffer) => received.push(data.toString()))
  const closed = once(socket, 'close')
  await once(socket, 'open')
  const topic = `monitoring:${environment.id}`
  const send = (event: string, payload: object) =>
    socket.send(JSON.stringify(['1', '1', topic, event, payload]))
  send('phx_join', {})
  for (const type of ['breakdown_cdn', 'breakdown_country', 'time_series'])
    send('subscribe', { type })
  await expect.poll(() => received.length).toBe(4)
  socket.pause()
  // Replies are never skipped; once those of the network are full, they wait in the process.
  const sockets = () =>
    channels.figures().find(({ name }) => name === 'playhead_joined_topics')!.values.length
  await expect
    .poll(
      () => {
        for (let n = 0; n < 10; n += 1) send('subscribe', { type: 'time_series' })
        return sockets()
      },
      { interval: 100 },
    )
    .toBe(0)
  socket.resume()
  expect((await closed)[0]).toBe(1013)
  const ends = received.filter((text) => text.includes('realtime_subscription_disconnected'))
  // The one that was being replaced had ended before.
  expect(ends.map((text) => (JSON.parse(text) as unknown[])[4])).toEqual([
    { type: 'breakdown_cdn', reason: 'slow' },
    { type: 'breakdown_country', reason: 'slow' },
  ])
})

test('operators read at /metrics what the process holds, with their token', async () => {
  const { environment, member } = await make.world()
  const { newest, at } = setClock()
  await aSampleFactory(engine, environment)(newest, {})
  const read = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  const figure = async (name: string) => {
    const { text } = await read('a token of the operator')
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }
  const subscriptions = () => figure('playhead_monitoring_subscriptions')
  const boards = () => figure('playhead_monitoring_boards')
  await expect.poll(subscriptions).toBe(0)
  // A board stays for a minute, so that a page that is reloaded finds it; those of other tests had later clocks.
  at(600)
  await expect.poll(boards).toBe(0)
  at(1)
  const socket = connect('websocket', member)
  const topic = await startMonitoring(socket, environment)
  await subscribeTo(topic, { type: 'time_series' })
  await subscribeTo(topic, { type: 'breakdown_cdn' })
  expect(await subscriptions()).toBe(2)
  expect(await boards()).toBe(1)
  expect(await figure('playhead_monitoring_oldest_step_seconds')).toBeGreaterThan(0)
  expect(await figure('playhead_sockets{transport="websocket"}')).toBe(1)
  expect(await figure('playhead_joined_topics{topic="monitoring"}')).toBe(1)
  expect(await figure('playhead_calls_waiting_for_log')).toBe(0)
  expect(await figure('playhead_calls_dropped_from_log_total')).toBe(0)
  socket.disconnect(undefined, 1000)
  await expect.poll(subscriptions).toBe(0)
  at(62)
  await expect.poll(boards).toBe(0)
  expect(await figure('playhead_closed_sockets_total{reason="1000"}')).toBeGreaterThan(0)
  expect((await read('another')).status).toBe(401)
})
