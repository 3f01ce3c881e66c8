import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import {
  anAuthorizedTransport,
  startTopic,
  startRealtimeServer,
  transports,
} from './realtime-server.ts'
import { sendEmptyNotice } from './testing-notices.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database, make, connect, happen } = await startRealtimeServer(
  {},
  { clickhouse },
)

const scopes = ['video:write', 'data:write', 'system:write'] as const

/** A call that is refused, so that it leaves a row and nothing else. */
const send = async (token: { id: string; secret: string }, path: string) => {
  clock.advance(1)
  const { status, headers } = await call(path, { token, body: '{' })
  expect(status).toBe(400)
  return headers.get('x-request-id')!
}

const paths = ['/video/v1/uploads', '/data/v1/annotations', '/system/v1/webhooks'] as const

type Topic = Awaited<ReturnType<typeof startTopic>>

const calls = (topic: Topic) =>
  topic.of('new_log').map(({ data }) => (data as Record<string, string>)['request_id'])

const aRow = (environment: { id: string }, number: number) => ({
  environment_id: environment.id,
  created_at: new Date(clock.now().getTime() + number).toISOString(),
  id: randomUUID(),
  method: 'POST',
  path: `/video/v1/assets/${number}`,
  route: '/video/v1/assets',
  status: 201,
  error_type: '',
  request_id: randomUUID(),
  duration_ms: 1,
  caller_kind: 'token' as const,
  caller_id: randomUUID(),
  caller_name: 'Uploader',
  ip_prefix: '',
  user_agent: '',
  object_type: '',
  object_id: '',
  request_body: '',
  response_body: '',
  error: '',
})

describe.each(transports)('over %s', (transport) => {
  test('ACTV-005 RTCH-029 the activity of an organization brings new_log, as the list has it', async () => {
    const { organization, environment, member } = await make.world()
    const token = await make.accessToken(environment, [...scopes])
    const activity = await startTopic(connect(transport, member), `activity:${organization.id}`)
    const sent = []
    for (const path of paths) sent.push(await send(token, path))
    await expect.poll(() => calls(activity)).toEqual(sent)
    const caller = { as: member, organization, environment }
    const { body } = await call('/ui/v1/logs', caller)
    expect(activity.of('new_log')).toEqual(body.data.toReversed())
  })

  test('RTCH-029 calls of environments and products that the caller may not see do not arrive', async () => {
    const { organization, environment, member, admin } = await make.world()
    const closed = await make.environment(organization)
    const stranger = await make.world()
    const name = `activity:${organization.id}`
    const regular = await startTopic(connect(transport, member), name)
    const all = await startTopic(connect(transport, admin), name)
    const readers: Topic[] = []
    for (const scope of ['data:read', 'system:write'] as const) {
      const reader = await make.accessToken(environment, [scope])
      const options = { transport: anAuthorizedTransport(reader) }
      readers.push(await startTopic(connect('websocket', {}, options), name))
    }
    const [ofData, ofSystem] = readers
    await send(await make.accessToken(stranger.environment, [...scopes]), paths[0])
    const inClosed = await send(await make.accessToken(closed, [...scopes]), paths[0])
    const token = await make.accessToken(environment, [...scopes])
    const sent: string[] = []
    for (const path of paths) sent.push(await send(token, path))
    await happen(environment, 'no event for readers of data')
    await expect.poll(() => all.of('new_event').length).toBe(1)
    await expect.poll(() => calls(all).toSorted()).toEqual([inClosed, ...sent].toSorted())
    await expect.poll(() => calls(regular)).toEqual(sent)
    await expect.poll(() => calls(ofData!)).toEqual([sent[1]])
    await expect.poll(() => calls(ofSystem!)).toEqual([sent[2]])
    expect(ofData!.of('new_event')).toEqual([])
    const foreign = await startTopic(connect(transport, stranger.member), name)
    expect(foreign.reply.response).toEqual({ reason: 'unmatched topic' })
    foreign.channel.leave()
  })

  test('ACTV-005 a client names the messages that it wants, with its join or later', async () => {
    const { organization, environment, member } = await make.world()
    const name = `activity:${organization.id}`
    const token = await make.accessToken(environment, [...scopes])
    const watched = await startTopic(connect(transport, member), name, { watch: ['new_event'] })
    const all = await startTopic(connect(transport, member), name)
    await send(token, paths[0])
    await happen(environment, 'one')
    await expect.poll(() => calls(all).length).toBe(1)
    await expect.poll(() => watched.of('new_event').length).toBe(1)
    expect(calls(watched)).toEqual([])

    const watch = (payload: object) =>
      new Promise((resolve) => {
        const push = watched.channel.push('watch', payload)
        push.receive('ok', () => resolve('ok'))
        push.receive('error', ({ reason }) => resolve(reason))
      })
    expect(await watch({ items: ['other'] })).toBe('invalid_parameters')
    expect(await watch({ items: ['new_log'] })).toBe('ok')
    const next = await send(token, paths[1])
    await happen(environment, 'two')
    await expect.poll(() => calls(watched)).toEqual([next])
    await expect.poll(() => all.of('new_event').length).toBe(2)
    expect(watched.of('new_event')).toHaveLength(1)
  })
})

test('of more calls at once than a hundred the newest arrive after a gap, and no event is lost', async () => {
  const { organization, environment, member } = await make.world()
  const activity = await startTopic(connect('websocket', member), `activity:${organization.id}`)
  const rows = Array.from({ length: 130 }, (_, index) => aRow(environment, index))
  for (const row of rows) app.requestLog.add(row)
  await happen(environment, 'one')
  await expect.poll(() => calls(activity).length).toBe(100)
  await expect.poll(() => activity.of('new_event').length).toBe(1)
  expect(calls(activity)).toEqual(rows.slice(30).map((row) => row.request_id))
  expect(activity.of('gap')).toEqual([{ since: rows[29]!.created_at, of: 'new_log' }])
})

test('calls whose notice was lost are found without it, each once', async () => {
  const { organization, environment, member } = await make.world()
  await clickhouse.insert('request_logs', [aRow(environment, -5000)])
  const activity = await startTopic(connect('websocket', member), `activity:${organization.id}`)
  const heard = aRow(environment, 1)
  app.requestLog.add(heard)
  await expect.poll(() => calls(activity)).toEqual([heard.request_id])
  const lost = aRow(environment, 2)
  await clickhouse.insert('request_logs', [lost])
  clock.advance(5)
  await sendEmptyNotice(database)
  await expect.poll(() => calls(activity)).toEqual([heard.request_id, lost.request_id])
})
