import { randomUUID } from 'node:crypto'
import { connect as connectTo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { WebSocket } from 'ws'
import type { Role } from '@playhead/server-kit/settings/settings.ts'
import { features } from '../../apps/server/features.ts'
import { createWebServer } from '../../apps/server/web-server.ts'
import { startTopic, startRealtimeServer, transports } from './realtime-server.ts'

const { app, channels, clock, make, port, connect, tokenOf } = await startRealtimeServer(
  { PLAYHEAD_ALLOWED_HOSTS: 'studio.internal' },
  { limits: { pollMs: 2_000 } },
)
const own = await make.world()
const foreign = await make.world()
const patterns = features.flatMap(({ topics }) => topics.map(({ pattern }) => pattern))
const tenantPatterns = patterns.filter((pattern) => pattern.includes('{'))

const unmatched = { status: 'error', response: { reason: 'unmatched topic' } }

describe.each(transports)('over %s', (transport) => {
  test('topics of another tenant look like topics that do not exist', async () => {
    expect(tenantPatterns).toContain('activity:{organization_id}')
    expect(tenantPatterns).toContain('monitoring:{environment_id}')
    const socket = connect(transport, own.member)
    const ids = [foreign.organization.id, foreign.environment.id, randomUUID(), 'x', "' or 1=1 --"]
    const names = [
      ...tenantPatterns.flatMap((pattern) => ids.map((id) => pattern.replace(/\{\w+\}/, id))),
      `activity:${own.environment.id}`,
      `monitoring:${own.organization.id}`,
      'activity',
      'activity:',
      'unknown',
      `unknown:${own.organization.id}`,
      `activity:${own.organization.id}:more`,
      `system:${own.organization.id}`,
    ]
    for (const name of names) {
      const { channel, reply } = await startTopic(socket, name)
      expect(reply, name).toEqual(unmatched)
      channel.leave()
    }
  })

  test('staff without a masquerade are strangers to every organization', async () => {
    const socket = connect(transport, await make.person({ isStaff: true }))
    for (const pattern of tenantPatterns) {
      const name = pattern
        .replace('{organization_id}', own.organization.id)
        .replace('{environment_id}', own.environment.id)
      const { channel, reply } = await startTopic(socket, name)
      expect(reply, name).toEqual(unmatched)
      channel.leave()
    }
  })
})

const elsewhere = new Vault(Buffer.alloc(32))
const statement = { session_id: own.member.sessionId, user_id: own.member.id }
const strangeTokens: [string, () => string | undefined][] = [
  ['no token', () => undefined],
  ['an empty token', () => ''],
  ['a token of another purpose', () => app.vault.sign('views-export', statement, 60, clock.now())],
  ['an expired token', () => tokenOf(own.member, -1)],
  ['a token of another server', () => elsewhere.sign('session-socket', statement, 60, clock.now())],
  ['a changed token', () => tokenOf(own.member).replace(/^./, 'f')],
  [
    'the token of a session that is gone',
    () => tokenOf({ id: own.member.id, sessionId: randomUUID() }),
  ],
  ['the cookie of the session', () => own.member.cookie.split('=')[1]],
]

const upgrade = (token: string | undefined, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const encoded = Buffer.from(token ?? '').toString('base64url')
    const protocols = token ? ['phoenix', `base64url.bearer.phx.${encoded}`] : ['phoenix']
    const address = `ws://127.0.0.1:${port}/socket/websocket?vsn=2.0.0`
    const socket = new WebSocket(address, protocols, { headers })
    socket.on('error', reject)
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('unexpected-response', (_, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })

const pollStatus = async (token: string | undefined, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/socket/longpoll?vsn=2.0.0`, {
    headers: { ...(token && { 'x-phoenix-authtoken': token }), ...headers },
  })
  return ((await answer.json()) as { status: number }).status
}

test.each(strangeTokens)('%s opens nothing', async (_, makeToken) => {
  expect(await upgrade(makeToken())).toBe(403)
  expect(await pollStatus(makeToken())).toBe(403)
})

test('RTCH-020 RTCH-022 the token may stand in the address; a poll without news is answered with 204 and its own token', async () => {
  const address = `http://127.0.0.1:${port}/socket/longpoll?vsn=2.0.0&token=${tokenOf(own.member)}`
  const poll = async (of = '') =>
    (await (await fetch(address + of)).json()) as {
      status: number
      token: string
      messages?: string[]
    }
  const { status, token } = await poll()
  expect(status).toBe(410)
  expect(await poll(`&token=${token}`)).toEqual({ status: 204, token, messages: [] })
})

test('the token of a disabled user opens nothing', async () => {
  const person = await make.person()
  expect(await upgrade(tokenOf(person))).toBe(101)
  await setColumn(app.postgres, 'users', 'disabled_at', new Date(), { id: person.id })
  expect(await upgrade(tokenOf(person))).toBe(403)
  expect(await pollStatus(tokenOf(person))).toBe(403)
})

test('a cookie opens nothing: another site could send it', async () => {
  expect(await upgrade(undefined, { cookie: own.member.cookie })).toBe(403)
  expect(await pollStatus(undefined, { cookie: own.member.cookie })).toBe(403)
})

test('a page of another origin opens nothing, one of ours does', async () => {
  const token = tokenOf(own.member)
  for (const origin of ['https://evil.example', 'null', `http://localhost:${port + 1}`]) {
    expect(await upgrade(token, { origin })).toBe(403)
    expect(await pollStatus(token, { origin })).toBe(403)
  }
  expect(await upgrade(token, { origin: `http://localhost:${port}` })).toBe(101)
  expect(await pollStatus(token, { origin: `http://localhost:${port}` })).toBe(410)
})

test('under a foreign name nothing opens', async () => {
  const token = tokenOf(own.member)
  expect(await upgrade(token, { host: 'evil.example' })).toBe(403)
  expect(await upgrade(token, { host: `studio.internal:${port}` })).toBe(101)
})

test('other addresses below /socket are 404 in the shape of every error', async () => {
  for (const path of ['', '/', '/websocket', '/websocket/more', '/longpolling', '/index.html']) {
    const answer = await fetch(`http://127.0.0.1:${port}/socket${path}`)
    expect(answer.status, path).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { type: 'not_found' } })
  }
})

test('without a token of the operator there are no figures', async () => {
  const headers = { authorization: 'Bearer undefined' }
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  expect(answer.status).toBe(404)
})

test('only processes with the role realtime answer below /socket', async () => {
  const ask = async (roles: readonly Role[], mounted?: typeof channels) => {
    const server = createWebServer({ ...app, settings: { ...app.settings, roles } }, mounted)
    const path = '/socket/longpoll?vsn=2.0.0'
    const incoming = { rawHeaders: ['host', `localhost:${port}`], url: path, complete: true }
    const answer = await server.request(
      path,
      { headers: { host: `localhost:${port}`, 'x-phoenix-authtoken': tokenOf(own.member) } },
      { incoming },
    )
    return answer.json()
  }
  expect(await ask(['realtime'], channels)).toMatchObject({ status: 410 })
  expect(await ask(['api', 'realtime'], channels)).toMatchObject({ status: 410 })
  for (const roles of [['api'], ['worker']] as const)
    expect(await ask(roles)).toMatchObject({ error: { type: 'not_found' } })
})

test('a request that offers another protocol, as Java’s client does, is served as usual', async () => {
  const socket = connectTo(port, '127.0.0.1')
  const body = JSON.stringify({ session: {} })
  socket.write(
    [
      'POST /ui/v1/session HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'connection: Upgrade, HTTP2-Settings, close',
      'upgrade: h2c',
      'http2-settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'x-requested-with: playhead',
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('invalid_parameters')
})
