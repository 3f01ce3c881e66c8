import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import Mux from '@mux/mux-node'
import { expect, onTestFinished, test } from 'vitest'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startRealtimeServer } from '../realtime-server.ts'
import { startListen } from './start-listen.ts'

const { database, make, port, happen } = await startRealtimeServer()
const origin = `http://127.0.0.1:${port}`

interface Call {
  headers: Record<string, string>
  body: string
  at: number
}

/** The server that a developer works on; it can die and come back on its port. */
const startReceiver = async () => {
  const calls: Call[] = []
  let status = 200
  let server: Server | undefined
  const start = async (on = 0) => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        calls.push({ headers: request.headers as Call['headers'], body, at: performance.now() })
        response.writeHead(status).end('thanks')
      })
    })
    await new Promise<void>((resolve) => void server!.listen(on, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server!.closeAllConnections()
      server!.close(() => resolve())
    })
  const own = await start()
  onTestFinished(stop)
  return {
    calls,
    url: `http://127.0.0.1:${own}/hooks`,
    objects: () =>
      calls.map(({ body }) => (JSON.parse(body) as { object: { id: string } }).object.id),
    answerWith: (next: number) => {
      status = next
    },
    die: stop,
    comeBack: () => start(own),
  }
}

const setUp = async (more: string[] = []) => {
  const { organization, environment } = await make.world()
  const token = await make.accessToken(environment, ['video:read'])
  const receiver = await startReceiver()
  const listen = startListen({ origin, token, forward: receiver.url, more })
  await expect.poll(() => listen.secret()).toBeTruthy()
  return { organization, environment, token, receiver, listen }
}

test('each event arrives signed as a webhook does, and is shown with its status and time', async () => {
  const { environment, receiver, listen, organization } = await setUp()
  const other = await make.environment(organization)
  await happen(other, 'of another environment')
  await happen(environment, 'one')
  await expect.poll(() => listen.deliveries().length).toBe(1)
  receiver.answerWith(500)
  await happen(environment, 'two')
  await expect.poll(() => listen.deliveries().length).toBe(2)
  expect(listen.deliveries()).toEqual([
    { id: expect.any(String), type: 'video.asset.created', status: 200, ms: expect.any(Number) },
    { id: expect.any(String), type: 'video.asset.created', status: 500, ms: expect.any(Number) },
  ])
  expect(receiver.objects()).toEqual(['one', 'two'])

  const [{ headers, body }] = receiver.calls as [Call]
  const mux = new Mux({ tokenId: 'x', tokenSecret: 'y' })
  expect(await mux.webhooks.unwrap(body, headers, listen.secret())).toEqual({
    id: listen.deliveries()[0]!['id'],
    type: 'video.asset.created',
    created_at: expect.any(String),
    object: { type: 'asset', id: 'one' },
    environment: { id: environment.id, name: environment.name },
    data: { id: 'one' },
    attempts: [],
  })
  await expect(mux.webhooks.unwrap(`${body} `, headers, listen.secret())).rejects.toThrow(
    /signature/,
  )
})

test('a receiver that dies is shown, r sends the last event again once it is back, Ctrl-C ends', async () => {
  const { environment, receiver, listen } = await setUp()
  await receiver.die()
  await happen(environment, 'lost')
  await expect.poll(() => listen.deliveries().length).toBe(1)
  expect(listen.deliveries()[0]).toMatchObject({ status: null, reason: 'nothing listens there' })
  await receiver.comeBack()
  listen.press('r')
  await expect.poll(() => listen.deliveries().length).toBe(2)
  expect(listen.deliveries()[1]).toMatchObject({ id: listen.deliveries()[0]!['id'], status: 200 })
  await happen(environment, 'next')
  await expect.poll(() => receiver.objects()).toEqual(['lost', 'next'])
  await expect.poll(() => listen.deliveries().length).toBe(3)
  listen.interrupt()
  expect(await listen.exited).toEqual({ code: 0, stderr: '' })
  expect(listen.lines().at(-1)).toEqual({ sent: 3, taken: 2, left_out: 0 })
})

test('at most 20 events a second are sent, in their order, and only the types that are asked for', async () => {
  const { environment, receiver, listen } = await setUp(['--types', 'webhook.test,video.asset.*'])
  const names = Array.from({ length: 12 }, (_, at) => `asset ${at}`)
  for (const name of names) await happen(environment, name)
  await expect.poll(() => receiver.objects()).toEqual(names)
  // Timers of a machine may be a millisecond early.
  expect(receiver.calls.at(-1)!.at - receiver.calls[0]!.at).toBeGreaterThan(11 * 48)
  listen.press('\u0003')
  expect((await listen.exited).code).toBe(0)

  const none = await setUp(['--types', 'video.upload.*,*.errored'])
  await happen(none.environment, 'not asked for')
  const all = startListen({ origin, token: none.token, forward: none.receiver.url })
  await expect.poll(() => all.secret()).toBe(none.listen.secret())
  await happen(none.environment, 'asked for by one')
  await expect.poll(() => none.receiver.objects()).toEqual(['asked for by one'])
  expect(none.listen.deliveries()).toEqual([])
})

test('a token that is revoked ends it with a sentence', async () => {
  const { token, listen } = await setUp()
  await setColumn(database, 'access_tokens', 'expires_at', new Date(), { id: token.id })
  expect(await listen.exited).toEqual({
    code: 1,
    stderr: 'The access token is not valid any more.\n',
  })
})

const run = (words: string[], environment: Record<string, string> = {}) =>
  new Promise<string>((resolve) => {
    const tool = path.join(import.meta.dirname, '../../../tools/playhead.mjs')
    const given = { MUX_TOKEN_ID: 'x', MUX_TOKEN_SECRET: 'y', MUX_BASE_URL: origin, ...environment }
    const child = spawn(process.execPath, [tool, 'listen', ...words], {
      env: { ...process.env, ...given },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece))
    child.once('close', (code) => resolve(`${code} ${stderr}`))
  })

test('an invalid command is refused in one sentence', async () => {
  const { environment } = await make.world()
  const other = await make.world()
  const token = await make.accessToken(environment, ['data:read'])
  const known = { MUX_TOKEN_ID: token.id, MUX_TOKEN_SECRET: token.secret }
  const forward = ['--forward', 'http://127.0.0.1:9/hooks']
  const said = await Promise.all([
    run([]),
    run(['--forward', 'hooks']),
    run(forward, { MUX_TOKEN_SECRET: '' }),
    run(forward),
    run([...forward, '--url', 'http://127.0.0.1:2']),
    run([...forward, '--types', 'video asset'], known),
    run([...forward, '--environment', other.environment.id], known),
    run([...forward, '--environment', environment.id], known),
  ])
  expect(said).toEqual([
    '1 listen needs --forward.\n',
    '1 --forward is an address that begins with http:// or https://.\n',
    '1 listen needs an access token: put its id into MUX_TOKEN_ID or --token-id, and its secret into MUX_TOKEN_SECRET.\n',
    `1 The access token is not valid at ${origin}.\n`,
    '1 http://127.0.0.1:2 cannot be reached: nothing listens there.\n',
    '1 --types has types separated by commas, such as video.asset.*,*.errored.\n',
    `1 The access token is for the environment ${environment.name} (${environment.id}), not for ${other.environment.id}.\n`,
    '1 The access token needs the permission video:read.\n',
  ])
})
