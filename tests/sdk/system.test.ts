import { createPublicKey, verify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import Mux, { BadRequestError, NotFoundError, PermissionDeniedError } from '@mux/mux-node'
import { afterAll, expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { CheckedAnswers, methodsOf } from './checked-data.ts'
import { insertUsageHour } from './usage-rows.sql.ts'

const { api, database, clock } = await startTestApp(features)
const make = aFactory(database)

const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

const { environment } = await make.world()
const clientOf = (token: { id: string; secret: string }) =>
  new Mux({
    tokenId: token.id,
    tokenSecret: token.secret,
    baseURL: `http://127.0.0.1:${port}`,
    maxRetries: 0,
  })
const token = await make.accessToken(environment, [...scopes])
const mux = clientOf(token)
const answers = new CheckedAnswers()
const system = answers.watchSystem(mux)

const dayMs = 86_400_000

const idsOf = async (rows: AsyncIterable<{ id: string }>) => {
  const ids: string[] = []
  for await (const { id } of rows) ids.push(id)
  return ids
}

test('webhooks are made, read, changed, listed to their end and deleted', async () => {
  const address = 'https://example.com/hooks'
  const made = await system.webhooks.create({ address })
  expect(made).toEqual({
    id: expect.any(String),
    address,
    created_at: expect.any(String),
    enabled: true,
    signing_secret: expect.any(String),
  })
  const { signing_secret: secret, ...plain } = made
  expect(secret?.length).toBeGreaterThanOrEqual(32)
  expect(await system.webhooks.retrieve(made.id)).toEqual(plain)
  expect(await system.webhooks.update(made.id, { enabled: false })).toEqual({
    ...plain,
    enabled: false,
  })
  const second = await system.webhooks.create({ address: `${address}/2` })
  expect(await idsOf(system.webhooks.list({ limit: 1 }))).toEqual([second.id, made.id])
  await expect(system.webhooks.create({ address })).rejects.toBeInstanceOf(BadRequestError)
  await expect(system.webhooks.create({ address: 'nothing' })).rejects.toBeInstanceOf(
    BadRequestError,
  )
  await system.webhooks.delete(made.id)
  await expect(system.webhooks.retrieve(made.id)).rejects.toBeInstanceOf(NotFoundError)
})

test('signing keys are made, listed to their end and deleted; the private half is what the client signs with', async () => {
  const made = await system.signingKeys.create()
  const { private_key: privateKey, ...plain } = made
  expect(await system.signingKeys.retrieve(made.id)).toEqual(plain)
  const signed = await mux.jwt.signPlaybackId('playback', {
    keyId: made.id,
    keySecret: privateKey!,
    type: 'video',
  })
  const [header, payload, signature] = signed.split('.')
  const key = createPublicKey(Buffer.from(privateKey!, 'base64'))
  expect(
    verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${payload}`),
      key,
      Buffer.from(signature!, 'base64url'),
    ),
  ).toBe(true)
  const second = await system.signingKeys.create()
  expect(await idsOf(system.signingKeys.list({ limit: 1 }))).toEqual([second.id, made.id])
  await system.signingKeys.delete(made.id)
  await expect(system.signingKeys.retrieve(made.id)).rejects.toBeInstanceOf(NotFoundError)
})

test('the usage of each whole day is a file behind an address that expires', async () => {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const dayOf = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10)
  const other = (await make.world()).environment
  for (const ago of [0, 1, 3, 500]) {
    const hour = new Date(today - ago * dayMs + 5 * 3_600_000)
    await insertUsageHour(database, environment, { hour, quantity: 60.5 + ago })
    await insertUsageHour(database, other, { hour, quantity: 7 })
  }
  const fetchFile = (address: string) => {
    const { pathname, search } = new URL(address)
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`)
  }
  const { data, meta } = await system.usageExports.list({ limit: 2, download_url_ttl: 60 })
  expect(data.map(({ date }) => date)).toEqual([dayOf(1), dayOf(2)])
  expect(meta).toEqual({ page: 1, limit: 2, pages: 200, total: 400 })
  const older = await system.usageExports.list({ limit: 1, timeframe: ['3:days'] })
  expect(older.meta.total).toBe(3)
  const [yesterday, empty] = data
  const answer = await fetchFile(yesterday!.download_url)
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const text = await answer.text()
  expect(Buffer.byteLength(text)).toBe(yesterday!.file_size)
  expect(text.split('\r\n')).toEqual([
    'environment_id,hour,meter,tier,quality,quantity,source',
    `${environment.id},${dayOf(1)}T05:00:00.000Z,delivered,1080p,,61.500,video`,
    '',
  ])
  expect((await (await fetchFile(empty!.download_url)).text()).split('\r\n')).toHaveLength(2)
  const forged = yesterday!.download_url.replace(dayOf(1), dayOf(3))
  expect((await fetchFile(forged)).status).toBe(404)
  clock.advance(61)
  expect((await fetchFile(yesterday!.download_url)).status).toBe(404)
})

test('a client learns who it is, and needs the scope for the rest', async () => {
  expect(await system.utilities.whoami()).toMatchObject({ environment_id: environment.id })
  const reader = await make.accessToken(environment, ['video:read'])
  const other = clientOf(reader).system
  expect(await other.utilities.whoami()).toMatchObject({
    environment_id: environment.id,
    permissions: ['video:read'],
  })
  await expect(other.webhooks.list()).rejects.toBeInstanceOf(PermissionDeniedError)
})

test('every method was asked, and every answer was as the client declares it', async () => {
  const driven = methodsOf(system).map((names) => names.join('.'))
  expect([...answers.called].toSorted()).toEqual(driven.toSorted())
  expect(await answers.problems()).toEqual([])
})
