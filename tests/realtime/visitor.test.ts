import { describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { writeAudience } from '../../apps/server/demo-audience.sql.ts'
import { keepDemoVisitor } from '../../apps/server/demo-visitor.ts'
import { features } from '../../apps/server/features.ts'
import { startRealtimeServer, startTopic, transports } from './realtime-server.ts'

const host = 'demo.example.com'
const { app, call, database, make, connect } = await startRealtimeServer(
  { PLAYHEAD_DEMO_HOST: host },
  { clickhouse: await makeTestClickHouse(), limits: { pollMs: 2_000 } },
)
const demo = await make.world()
const other = await make.world()
await writeAudience(database, demo.environment.id, {
  world: 'northlight',
  isLive: true,
  seed: demo.environment.id,
  missing: [],
  aliveAt: null,
})
await keepDemoVisitor(app)

const patterns = features.flatMap(({ topics }) => topics.map(({ pattern }) => pattern))
const nameIn = (pattern: string, { organization, environment }: typeof demo) =>
  pattern.replace('{organization_id}', organization.id).replace('{environment_id}', environment.id)

/** A browser that was never here, and the token that its page opens the socket with. */
const visit = async () => {
  const { body } = await call('/ui/v1/session', { headers: { host } })
  return { authToken: String(body.data.token) }
}

describe.each(transports)('a visitor of a public demo over %s', (transport) => {
  test('DEMO-005 joins the topics of the demo, and no other', async () => {
    const socket = connect(transport, await visit())
    expect(patterns).toHaveLength(5)
    for (const pattern of patterns) {
      const own = await startTopic(socket, nameIn(pattern, demo))
      expect([pattern, own.reply.status]).toEqual([pattern, 'ok'])
      own.channel.leave()
      if (!pattern.includes('{')) continue
      const foreign = await startTopic(socket, nameIn(pattern, other))
      expect(foreign.reply).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    }
  })

  test('DEMO-003 sees what happens, without the keys of players and encoders', async () => {
    const socket = connect(transport, await visit())
    const joined: Awaited<ReturnType<typeof startTopic>>[] = []
    for (const pattern of patterns) joined.push(await startTopic(socket, nameIn(pattern, demo)))
    const token = await make.accessToken(demo.environment, ['video:read', 'video:write'])
    const made = await call('/video/v1/live-streams', {
      token,
      body: { playback_policy: ['public'] },
    })
    expect(made.status).toBe(201)
    const reset = await call(`/video/v1/live-streams/${made.body.data.id}/reset-stream-key`, {
      token,
      method: 'POST',
      body: {},
    })
    expect(reset.status).toBe(201)
    const seen = () => joined.flatMap(({ received, reply }) => [...received, reply])
    await expect.poll(() => joined.flatMap((one) => one.objects())).toContain(made.body.data.id)
    const [environment] = await readRows(database, 'environments', { id: demo.environment.id })
    const secrets = [made.body.data.stream_key, reset.body.data.stream_key, environment!['key']]
    const text = JSON.stringify(seen())
    for (const secret of secrets) {
      expect(String(secret).length).toBeGreaterThan(15)
      expect(text).not.toContain(secret)
    }
  })

  test('DEMO-005 is out once the visit is over', async () => {
    const visitor = await visit()
    const socket = connect(transport, visitor)
    const { channel, reply } = await startTopic(socket, `activity:${demo.organization.id}`)
    expect(reply.status).toBe('ok')
    const closed = new Promise((resolve) => channel.onClose(resolve))
    const ended = new Promise((resolve) => channel.onError(resolve))
    await setColumn(database, 'sessions', 'expires_at', new Date(Date.now() - 1000), {
      method: 'visitor',
    })
    // Any notice brings the look that a process makes every 30 s.
    await make.membership(await make.organization(), await make.person())
    await Promise.race([closed, ended])
  })
})
