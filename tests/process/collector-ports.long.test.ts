import { execFile } from 'node:child_process'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { aFreePort } from '@playhead/testing/free-port.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { startAndExit, startProgram, temporaryFolder } from './running-program.ts'

const { folder, remove } = await temporaryFolder()

const certificate = join(folder, 'certificate.pem')
const key = join(folder, 'key.pem')
await promisify(execFile)('openssl', [
  'req',
  '-x509',
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-keyout',
  key,
  '-out',
  certificate,
  '-days',
  '2',
  '-subj',
  '/CN=localhost',
])

const port = await aFreePort()
const settings = {
  PLAYHEAD_DATA: join(folder, 'data'),
  PLAYHEAD_DEMO: '0',
  COLLECTOR_PORT: String(port),
  COLLECTOR_TLS_CERT: certificate,
  COLLECTOR_TLS_KEY: key,
  COLLECTOR_PATH: '/collect, /stats/beacons',
}
const program = await startProgram(settings)
afterAll(async () => {
  await program.kill('SIGTERM')
  await remove()
})

const ask = (method: string, path: string, body?: string) =>
  fetch(`${program.url}${path}`, { method, ...(body !== undefined && { body }) })

const askSecurely = (method: string, path: string, body = '') =>
  new Promise<{ status: number; origin: unknown }>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, rejectUnauthorized: false },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            origin: answer.headers['access-control-allow-origin'],
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

test('the main port takes reports at / and leaves GET / to the dashboard', async () => {
  for (const method of ['POST', 'OPTIONS', 'HEAD']) {
    const answer = await ask(method, '/', method === 'POST' ? '{}' : undefined)
    expect(answer.status, method).toBe(200)
    expect(answer.headers.get('access-control-allow-origin'), method).toBe('*')
  }
  const page = await ask('GET', '/')
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
})

test('paths of the operator take reports by every method', async () => {
  for (const path of ['/collect', '/stats/beacons'])
    for (const method of ['POST', 'OPTIONS', 'HEAD', 'GET']) {
      const answer = await ask(method, path, method === 'POST' ? 'not json' : undefined)
      expect(answer.status, `${method} ${path}`).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  expect((await ask('POST', '/elsewhere', '{}')).status).toBe(404)
})

test('the separate port speaks https and accepts reports at every path', async () => {
  for (const path of ['/', '/collect/x', '/cmcd/some-key'])
    for (const method of ['POST', 'OPTIONS', 'HEAD', 'GET'])
      expect(await askSecurely(method, path), `${method} ${path}`).toEqual({
        status: 200,
        origin: '*',
      })
})

test('reports of media clients may be sent after a preflight', async () => {
  const preflight = await ask('OPTIONS', '/cmcd/some-key')
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type')
  expect((await ask('POST', '/cmcd/some-key', 'garbage')).status).toBe(200)
})

test('a port that is taken stops the start with its setting', async () => {
  const { code, stderr } = await startAndExit({
    ...settings,
    PLAYHEAD_DATA: join(folder, 'other'),
  })
  expect(code).toBe(1)
  expect(stderr).toContain('COLLECTOR_PORT')
})

test.runIf(isLongRun())(
  'city data that cannot be read stops the start with its setting',
  async () => {
    const { code, stderr } = await startAndExit({
      PLAYHEAD_DATA: join(folder, 'without-cities'),
      PLAYHEAD_DEMO: '0',
      GEO_CITY_DATABASE: join(folder, 'cities.mmdb'),
    })
    expect(code).toBe(1)
    // Postgres may report a connection that its stop has ended.
    const [last] = stderr.trimEnd().split('\n').slice(-1)
    expect(last).toMatch(/^Playhead cannot start: The city data .+ Check GEO_CITY_DATABASE\.$/)
  },
)

test('a report that comes while the program starts is answered when it has', async () => {
  const url = `http://127.0.0.1:${await aFreePort()}/`
  const starting = startProgram({
    PLAYHEAD_DATA: join(folder, 'starting'),
    PLAYHEAD_DEMO: '0',
    PORT: new URL(url).port,
  })
  const send = async (): Promise<number> => {
    const answer = await fetch(url, { method: 'POST', body: 'not json' }).catch(() => undefined)
    if (answer) return answer.status
    await pause(5)
    return send()
  }
  const report = send()
  const askUntilHeard = async (): Promise<number> => {
    const answer = await fetch(`${url}readyz`).catch(() => undefined)
    if (answer) return answer.status
    await pause(5)
    return askUntilHeard()
  }
  expect(await askUntilHeard()).toBe(503)
  expect(await report).toBe(200)
  await (await starting).kill('SIGTERM')
})

test('a process without the role collects nothing', async () => {
  const other = await startProgram({
    PLAYHEAD_DATA: join(folder, 'without'),
    PLAYHEAD_DEMO: '0',
    PLAYHEAD_ROLES: 'api,scheduler',
  })
  try {
    expect((await fetch(other.url, { method: 'POST', body: '{}' })).status).toBe(404)
  } finally {
    await other.kill('SIGTERM')
  }
})
