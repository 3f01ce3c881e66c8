// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '@playhead/channel/testing-server.ts'
import { ok, pushOf } from '@playhead/channel/protocol/frame.ts'
import { followActivity, followCalls } from '@playhead/features/activity/events/web'
import { setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { startRealtime } from '@playhead/web-kit/realtime/socket.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore, storeSession } from '@playhead/web-kit/session/session-store.ts'
import { aSession, ids } from '@playhead/web-kit/testing-session.ts'

const topic = `activity:${ids.organization}`

const anEvent = (
  id: string,
  environment: string = ids.environment,
  type = 'video.asset.ready',
) => ({
  id,
  type,
  created_at: '2026-03-04T12:00:00.000Z',
  object: { type: 'asset', id },
  environment: { id: environment, name: 'Production' },
  data: { id },
})

let server: Awaited<ReturnType<typeof startTestServer>>
let stopPage = () => {}
const stops: (() => void)[] = []
/** What the server says to the next join. */
const missed = { place: 'p0', gap: false, events: [] as object[] }

/** What the page asked for after its join. */
let watched: string[][] = []

const startServer = async (port = 0) => {
  server = await startTestServer({
    port,
    reply: () => ({ ...missed }),
    receive: (event, payload) => {
      if (event !== 'watch') return undefined
      watched.push((payload as { items: string[] }).items)
      return ok()
    },
  })
  setApiOrigin(`http://127.0.0.1:${server.port}`)
}

beforeEach(async () => {
  Object.assign(missed, { place: 'p0', gap: false, events: [] })
  watched = []
  setSessionSource(async () => aSession())
  await startServer()
  storeSession(aSession())
  stopPage = startRealtime()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  sessionStore.dispatch({ type: 'loggedOut' })
  stopPage()
  await server.stop()
  setApiOrigin('')
})

const follow = (environmentId: string = ids.environment, types?: readonly string[]) => {
  const seen: string[] = []
  const stop = followActivity(ids.organization, {
    environmentId,
    types,
    onEvents: (events) => seen.push(...events.map(({ id }) => id)),
    onBegin: () => seen.push('begin'),
    onGap: () => seen.push('gap'),
  })
  stops.push(stop)
  return { seen, stop }
}

const joins = () => server.joined.get(topic)?.length ?? 0

const send = (event: object, place: string) =>
  server.joined
    .get(topic)!
    .at(-1)!
    .pushInOrder(
      pushOf(topic, 'new_event', { ...event, place }),
      pushOf(topic, 'gap', { since: '2026-03-04T12:00:00.000Z' }),
    )

test('events reach who watches their environment and type, after it has begun', async () => {
  const all = follow()
  const deleted = follow(ids.environment, ['video.asset.deleted'])
  const elsewhere = follow(ids.otherEnvironment)
  await expect.poll(() => all.seen).toEqual(['begin'])
  send(anEvent('one'), 'p1')
  send(anEvent('two', ids.environment, 'video.asset.deleted'), 'p2')
  send(anEvent('three', ids.otherEnvironment), 'p3')
  await expect.poll(() => all.seen).toEqual(['begin', 'one', 'two'])
  expect(deleted.seen).toEqual(['begin', 'two'])
  expect(elsewhere.seen).toEqual(['begin', 'three'])
  expect(joins()).toBe(1)
  // Who comes later has read its lists after the place, so nothing has to be read again.
  const later = follow()
  send(anEvent('four'), 'p4')
  await expect.poll(() => later.seen).toEqual(['four'])
})

test('after a reconnect it goes on from its place, each event once', async () => {
  const { seen } = follow()
  await expect.poll(() => seen).toEqual(['begin'])
  send(anEvent('one'), 'p1')
  await expect.poll(() => seen).toEqual(['begin', 'one'])
  Object.assign(missed, { place: 'p3', events: [anEvent('one'), anEvent('two'), anEvent('three')] })
  const { port } = server
  await server.stop()
  await startServer(port)
  await expect.poll(() => seen).toEqual(['begin', 'one', 'two', 'three'])
  send(anEvent('three'), 'p3')
  send(anEvent('four'), 'p4')
  await expect.poll(() => seen).toEqual(['begin', 'one', 'two', 'three', 'four'])
  expect(server.asked(topic)).toEqual({ after: 'p1', watch: ['new_event'] })
})

test('a gap reaches all who watch, in the reply to a join or as a message', async () => {
  const { seen } = follow()
  await expect.poll(() => seen).toEqual(['begin'])
  server.joined
    .get(topic)!
    .at(-1)!
    .pushState('gap', pushOf(topic, 'gap', { since: '2026-03-04T12:00:00.000Z' }))
  await expect.poll(() => seen).toEqual(['begin', 'gap'])
  missed.gap = true
  storeSession(aSession({ token: 'next' }))
  await expect.poll(() => seen).toEqual(['begin', 'gap', 'gap'])
})

test('a page that moves to the next screen keeps its place, and the next person begins from the start', async () => {
  const first = follow()
  await expect.poll(() => first.seen).toEqual(['begin'])
  first.stop()
  const second = follow()
  send(anEvent('one'), 'p1')
  await expect.poll(() => second.seen).toEqual(['one'])
  expect([first.seen, joins()]).toEqual([['begin'], 1])
  sessionStore.dispatch({ type: 'loggedOut' })
  storeSession(aSession({ token: 'ben' }))
  await expect.poll(() => second.seen).toEqual(['one', 'begin'])
  expect(server.asked(topic)).toEqual({ watch: ['new_event'] })
})

const aCall = (number: number, environment: string = ids.environment) => ({
  id: `99999999-9999-4999-8999-${String(number).padStart(12, '0')}`,
  type: 'POST /video/v1/assets',
  created_at: '2026-03-04T12:00:00.000Z',
  environment: { id: environment, name: 'Production' },
  data: {
    method: 'POST',
    path: `/video/v1/assets/${number}`,
    route: '/video/v1/assets',
    status: 201,
    request_id: '66666666-6666-4666-8666-666666666666',
    duration_ms: 1,
    caller: { kind: 'token' },
  },
})

const sendCall = (call: object) =>
  server.joined
    .get(topic)!
    .at(-1)!
    .pushInOrder(
      pushOf(topic, 'new_log', call),
      pushOf(topic, 'gap', { since: '2026-03-04T12:00:00.000Z', of: 'new_log' }),
    )

const startCalls = () => {
  const seen: string[] = []
  const stop = followCalls(ids.organization, {
    environmentId: ids.environment,
    onCalls: (calls) => seen.push(...calls.map(({ data }) => data.path.split('/').at(-1)!)),
    onMissed: () => seen.push('missed'),
    onLive: (isLive) => seen.push(isLive ? 'live' : 'not live'),
  })
  stops.push(stop)
  return { seen, stop }
}

test('calls are asked for while a list shows them, and read again after each join and gap', async () => {
  const { seen: events } = follow()
  await expect.poll(() => events).toEqual(['begin'])
  expect(server.asked(topic)).toEqual({ watch: ['new_event'] })
  const { seen, stop } = startCalls()
  await expect.poll(() => seen).toEqual(['not live', 'live', 'missed'])
  sendCall(aCall(1))
  sendCall(aCall(2, ids.otherEnvironment))
  sendCall(aCall(3))
  await expect.poll(() => seen.slice(3)).toEqual(['1', '3'])
  server.joined
    .get(topic)!
    .at(-1)!
    .pushState('gap', pushOf(topic, 'gap', { since: '2026-03-04T12:00:00.000Z', of: 'new_log' }))
  await expect.poll(() => seen.slice(5)).toEqual(['missed'])
  expect(events).toEqual(['begin'])
  const { port } = server
  await server.stop()
  await startServer(port)
  await expect.poll(() => seen.slice(6)).toEqual(['live', 'missed'])
  expect(server.asked(topic)).toEqual({ after: 'p0', watch: ['new_event', 'new_log'] })
  stop()
  await expect.poll(() => watched).toEqual([['new_event', 'new_log'], ['new_event']])
  sendCall(aCall(4))
  send(anEvent('one'), 'p1')
  await expect.poll(() => events).toEqual(['begin', 'one'])
  expect(seen).toHaveLength(8)
})
