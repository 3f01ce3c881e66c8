import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { openEnrichmentOf, startCollecting } from '../../apps/server/collector.ts'
import { features } from '../../apps/server/features.ts'
import { listen } from '../../apps/server/listen.ts'
import { createWebServer } from '../../apps/server/web-server.ts'

const listening = await listen('127.0.0.1', 0)
afterAll(() => listening.close())
const { port } = listening
const { app } = await startTestApp(features, {
  settings: {
    PORT: String(port),
    PLAYHEAD_PUBLIC_URL: 'https://video.example.com',
    PLAYHEAD_ALLOWED_HOSTS: 'studio.internal, [fd00::7],192.168.1.20:8080, localhost:8080',
    PLAYHEAD_TRUST_PROXY: '1',
  },
  clickhouse: await makeTestClickHouse(),
})
const collector = await startCollecting(app, openEnrichmentOf(app.settings))
afterAll(() => collector.stop())
listening.serve(
  collector.inFrontOf(getRequestListener(createWebServer(app).fetch, { hostname: 'localhost' })),
)

/** The listener's response to exactly these lines. */
const exchange = (lines: string[], body = '') =>
  new Promise<{ status: number; head: string; text: string }>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (piece: string) => (answer += piece))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', text = ''] = answer.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(head.split(' ')[1]), head, text })
    })
    const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]
    socket.write(`${[...lines, ...length, 'connection: close'].join('\r\n')}\r\n\r\n${body}`)
  })

const options = '/ui/v1/sign-in-options'
const ask = (host: string, path = options, headers: string[] = []) =>
  exchange([`GET ${path} HTTP/1.1`, `host: ${host}`, ...headers])
const errorOf = ({ text }: { text: string }) =>
  (
    JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      error: { type: string; messages: string[] }
    }
  ).error

describe('the API answers', () => {
  test.each([
    'video.example.com',
    'video.example.com:443',
    'video.example.com:9999',
    'VIDEO.Example.COM',
    'video.example.com.',
    'studio.internal',
    'studio.internal:4000',
    '[fd00::7]',
    '[FD00::7]',
    '192.168.1.20',
    '192.168.1.20:8080',
    'localhost',
    'LOCALHOST:4000',
    'localhost.',
    'localhost.:1',
    'production.localhost:4000',
    '127.0.0.1',
    '127.0.0.53:80',
    '[::1]',
    '[::1]:4000',
  ])('under %s', async (host) => {
    expect((await ask(host)).status).toBe(200)
  })

  test.each([
    'evil.example',
    `evil.example:${port}`,
    'evil.video.example.com',
    'video.example.com.evil.example',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '128.0.0.1',
    '0.0.0.0',
    '192.168.1.21',
    '[::2]',
    '[::]',
    'internal',
    'video.example.co',
    'localhost..',
  ])('not under %s', async (host) => {
    const answer = await ask(host)
    expect(answer.status).toBe(421)
    expect(errorOf(answer)).toMatchObject({
      type: 'misdirected_request',
      messages: [expect.stringContaining('PLAYHEAD_ALLOWED_HOSTS')],
    })
  })

  test.each([
    '',
    ' ',
    'local host',
    'localhost,evil.example',
    'localhost:4000:4000',
    'localhost:port',
    'localhost:99999',
    'localhost/evil',
    'localhost@evil.example',
    'evil.example@localhost',
    'http://localhost',
    '[::1',
    '::1',
    '[::1]x',
    '[fe80::1%25eth0]',
    '%6cocalhost',
    'vidéo.example.com',
    '127.0.0.1\\evil',
  ])('nothing under %j, which is no host', async (host) => {
    expect((await ask(host)).status).toBe(400)
  })

  test('nothing to a request with two hosts, or without any', async () => {
    const line = `GET ${options} HTTP/1.1`
    const twice = await exchange([line, 'host: localhost', 'Host: evil.example'])
    expect(twice.status).toBe(400)
    expect(errorOf(twice).messages[0]).toContain('one valid Host header')
    expect((await exchange([line, 'HOST: localhost', 'host: localhost'])).status).toBe(400)
    expect((await exchange([line])).status).toBe(400)
    const old = await exchange([`GET ${options} HTTP/1.0`])
    expect([old.status, errorOf(old).type]).toEqual([400, 'invalid_parameters'])
  })

  test('a request line with a whole address by both of its hosts', async () => {
    const line = (address: string) => `GET ${address}${options} HTTP/1.1`
    const both = async (address: string, host: string) =>
      (await exchange([line(address), `host: ${host}`])).status
    expect(await both('http://localhost', 'localhost')).toBe(200)
    expect(await both('http://LOCALHOST:1', 'video.example.com')).toBe(200)
    expect(await both('http://evil.example', 'localhost')).toBe(421)
    expect(await both('http://localhost', 'evil.example')).toBe(421)
    expect(await both('http://localhost@evil.example', 'localhost')).toBe(421)
    expect(await both('http://localhost:x', 'localhost')).toBe(400)
  })

  test('never by what a proxy or a page says of the host', async () => {
    for (const header of ['x-forwarded-host', 'x-original-host', 'forwarded'])
      for (const value of ['localhost', 'host=localhost'])
        expect((await ask('evil.example', options, [`${header}: ${value}`])).status).toBe(421)
  })
})

describe('under a foreign name', () => {
  const implemented = features.flatMap(({ endpoints }) => endpoints)
  test.each(implemented.map(({ endpoint: { method, path } }) => [method, path] as const))(
    '%s %s is refused before anything else is looked at',
    async (method, path) => {
      const lines = [`${method} ${path.replaceAll(/:\w+/g, 'x')} HTTP/1.1`, 'host: evil.example']
      expect((await exchange([...lines, 'x-requested-with: playhead'])).status).toBe(421)
    },
  )

  test.each([
    '/',
    '/login',
    '/operator/mail',
    '/docs',
    '/docs/api',
    '/openapi.json',
    '/assets/none.js',
    '/index.html',
    '/samples/demo.mp4',
    '/ui/v1/none',
    '/anything',
    '//login',
    '/%2e/login',
  ])('%s is closed', async (path) => {
    expect((await ask('evil.example', path)).status).toBe(421)
  })

  test('no upload is taken', async () => {
    const lines = ['PUT /uploads/secret HTTP/1.1', 'host: evil.example']
    expect((await exchange(lines, 'bytes')).status).toBe(421)
  })

  test('a browser reads a page, which says what to do', async () => {
    const answer = await ask('evil.example', '/login', ['accept: text/html,*/*;q=0.8'])
    expect(answer.status).toBe(421)
    expect(answer.head).toMatch(/content-type: text\/html/i)
    expect(answer.head).toMatch(/content-security-policy: default-src 'self'/i)
    expect(answer.text).toContain('is not set up for the name evil.example')
    expect(answer.text).toContain('PLAYHEAD_PUBLIC_URL')
  })

  test('health, playback, pages of viewers and their files stay open', async () => {
    const id = 'a1b2c3d4e5'.repeat(3)
    for (const path of ['/livez', '/readyz'])
      expect((await ask('evil.example', path)).status).toBe(200)
    for (const path of [
      `/${id}.m3u8`,
      `/${id}/thumbnail.jpg`,
      `/${id}/storyboard.json`,
      `/${id}/shots.json`,
      `/${id}/high.mp4`,
      `/watch/${id}`,
      `/embed/${id}`,
      `/master/${id}.mp4`,
    ])
      expect([path, (await ask('cdn.example', path)).status]).toEqual([path, 404])
    const livez = await exchange(['GET /livez HTTP/1.0'])
    expect(livez.status).toBe(200)
  })

  test('only what players and pages elsewhere need is open: a new address is not', () => {
    const open = features.filter(({ mountForAnyHost }) => mountForAnyHost)
    expect(open.map(({ name }) => name)).toEqual([
      'payments',
      'playback',
      'shots',
      'static-renditions',
      'viewer-counts',
      'watch',
    ])
  })

  test('reports of players are accepted', async () => {
    const lines = ['POST / HTTP/1.1', 'host: metrics.evil.example']
    const answer = await exchange(lines, '{}')
    expect(answer.status).toBe(200)
    expect(answer.head).toMatch(/access-control-allow-origin: \*/i)
    expect((await exchange(['OPTIONS /cmcd/key HTTP/1.1', 'host: x.example'])).status).toBe(200)
  })
})

describe('a change is asked for by a page of', () => {
  /** An empty body is validated only after the origin is trusted. */
  const change = async (origin: string, host = 'localhost') => {
    const headers = ['content-type: application/json', 'x-requested-with: playhead']
    const lines = ['POST /ui/v1/session HTTP/1.1', `host: ${host}`, `origin: ${origin}`]
    const answer = await exchange([...lines, ...headers], '{}')
    return [answer.status, errorOf(answer).type]
  }

  test.each([
    'https://video.example.com',
    'https://studio.internal',
    'https://192.168.1.20:8080',
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}`,
    `http://[::1]:${port}`,
    `http://production.localhost:${port}`,
    'http://localhost:8080',
  ])('%s: trusted', async (origin) => {
    expect(await change(origin)).toEqual([400, 'invalid_parameters'])
  })

  test.each([
    'https://evil.example',
    'null',
    // These origins are other programs, or unencrypted over a network.
    'http://video.example.com',
    `http://video.example.com:${port}`,
    'https://video.example.com:8443',
    'http://studio.internal',
    'https://192.168.1.20',
    'http://localhost:3000',
    'http://localhost',
    `https://localhost:${port}`,
    'https://video.example.com/',
    'https://video.example.com.evil.example',
    'https://video.example.com@evil.example',
    `ftp://localhost:${port}`,
    'localhost',
  ])('%s: not trusted', async (origin) => {
    expect(await change(origin)).toEqual([403, 'request_not_trusted'])
  })

  test('a foreign name, whatever the Host header says', async () => {
    expect(await change(`http://evil.example:${port}`, `evil.example:${port}`)).toEqual([
      421,
      'misdirected_request',
    ])
    expect(await change(`http://evil.example:${port}`, 'localhost')).toEqual([
      403,
      'request_not_trusted',
    ])
    // This origin equals its Host, but is another program on the same machine.
    expect(await change('http://localhost:3000', 'localhost:3000')).toEqual([
      403,
      'request_not_trusted',
    ])
  })
})
