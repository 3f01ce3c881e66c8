import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import {
  DownloadFailed,
  type DownloadOptions,
  downloadThrough,
  downloadTo,
  sizeText,
} from './outbound-stream.ts'
import { OutboundRefused, outboundGuard } from './outbound.ts'

const folder = await mkdtemp(join(tmpdir(), 'playhead-download-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const content = randomBytes(300_000)
const bomb = gzipSync(Buffer.alloc(5_000_000))
const asked: string[] = []

const answers: Record<string, RequestListener> = {
  '/video.mp4': (_, response) => {
    response.setHeader('content-type', 'video/mp4')
    response.setHeader('content-length', content.length)
    response.end(content)
  },
  '/chunked': (_, response) => {
    response.write(content.subarray(0, 1000))
    response.end(content.subarray(1000))
  },
  '/endless': (_, response) => {
    const more = () => {
      while (response.write(content));
    }
    response.on('drain', more)
    more()
  },
  '/claims-much': (_, response) => {
    response.setHeader('content-length', 10_000_000)
    response.write('a')
  },
  '/silent': () => {},
  '/stalls': (_, response) => void response.write('a'),
  '/trickles': (_, response) => {
    const timer = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/truncated': (_, response) => {
    response.setHeader('content-length', 1000)
    response.write('a'.repeat(400))
    setTimeout(() => response.destroy(), 20)
  },
  '/packed': (_, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(bomb)
  },
  '/packed-file.gz': (_, response) => void response.end(bomb),
  '/missing': (_, response) => void response.writeHead(404).end('no'),
  '/broken': (_, response) => void response.writeHead(503).end('no'),
  '/to-video': (_, response) => void response.writeHead(302, { location: 'video.mp4' }).end(),
  '/to-itself': (_, response) => void response.writeHead(301, { location: '/to-itself' }).end(),
  '/to-nowhere': (_, response) => void response.writeHead(302).end(),
  '/to-file': (_, response) =>
    void response.writeHead(302, { location: 'file:///etc/hosts' }).end(),
}

const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const answer = answers[request.url ?? '']
  if (answer) answer(request, response)
  else response.writeHead(500).end()
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let count = 0
const download = async (
  url: string,
  options: Partial<DownloadOptions> = {},
  settings = { openedAddresses: true },
) => {
  count += 1
  const file = join(folder, `file-${count}`)
  try {
    const given = { bytesMax: 1_000_000, timeoutMs: 120_000, idleMs: 60_000, ...options }
    return { ...(await downloadTo(settings, url, file, given)), file }
  } catch (error) {
    expect(existsSync(file)).toBe(false)
    throw error
  }
}

test.each(['/video.mp4', '/chunked', '/to-video'])('brings the file of %s', async (path) => {
  const seen: (number | undefined)[][] = []
  const got = await download(base + path, { onProgress: (...facts) => seen.push(facts) })
  expect(content.equals(await readFile(got.file))).toBe(true)
  expect(got).toMatchObject({
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    contentType: path === '/chunked' ? undefined : 'video/mp4',
  })
  expect(seen.at(-1)).toEqual([content.length, path === '/chunked' ? undefined : content.length])
})

test('a packed file is written as it was sent, never unpacked', async () => {
  const { bytes, file } = await download(`${base}/packed-file.gz`)
  expect(bytes).toBe(bomb.length)
  expect(bomb.equals(await readFile(file))).toBe(true)
})

test('room is asked for before anything comes, and while it comes', async () => {
  const asked: number[] = []
  const room = (isThere: (count: number) => boolean) => async (bytes: number) => {
    asked.push(bytes)
    return isThere(asked.length)
  }
  const message = 'This server has no space left for the file.'
  await expect(
    download(`${base}/video.mp4`, { hasRoomFor: room(() => false) }),
  ).rejects.toMatchObject({ message, isTransient: true })
  expect(asked).toEqual([content.length])
  const endless = { bytesMax: 1e9, hasRoomFor: room((count) => count < 4) }
  await expect(download(`${base}/endless`, endless)).rejects.toMatchObject({ message })
  expect(asked).toEqual([content.length, 0, 0, 0])
})

test.each([
  ['/missing', {}, 'The address answered 404.', false],
  ['/broken', {}, 'The address answered 503.', true],
  ['/endless', {}, 'The file is larger than 1 MB.', false],
  ['/claims-much', {}, 'The file is larger than 1 MB.', false],
  ['/silent', { idleMs: 100 }, 'The address sent nothing for 0.1 seconds.', true],
  ['/stalls', { idleMs: 100 }, 'The address sent nothing for 0.1 seconds.', true],
  [
    '/trickles',
    { idleMs: 1000, timeoutMs: 200 },
    'The address did not send the file within 0.2 seconds.',
    false,
  ],
  ['/truncated', {}, 'The address broke off after 400 of 1000 bytes.', true],
  ['/packed', {}, 'The address answered with a compressed file (gzip).', false],
  ['/to-itself', {}, 'The address redirects more than 5 times.', false],
  ['/to-nowhere', {}, 'The address answered 302 without a new address.', false],
])('%s ends with a reason and leaves no file', async (path, options, message, isTransient) => {
  const failed = download(base + path, options)
  await expect(failed).rejects.toBeInstanceOf(DownloadFailed)
  await expect(failed).rejects.toMatchObject({ message, isTransient })
})

test('the error for an unreachable address says why', async () => {
  const closed = createSocketServer()
  await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  await expect(download(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    message: 'The address could not be reached: it refused the connection.',
    isTransient: true,
  })
  await expect(download('http://nobody.invalid/')).rejects.toThrow('could not be reached: its host')
  await expect(download('not an address')).rejects.toThrow('This is not a valid address.')
})

test('a server that does not speak HTTP gives no proper answer', async () => {
  const odd = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.end('220 mail ready\r\n')
  })
  await new Promise<void>((resolve) => void odd.listen(0, '127.0.0.1', resolve))
  const { port } = odd.address() as AddressInfo
  await expect(download(`http://127.0.0.1:${port}/`)).rejects.toThrow(
    'The address could not be reached: it gave no proper answer.',
  )
  odd.close()
})

const guarded = { openedAddresses: false }

test.each([`${base}/video.mp4`, base.replace('127.0.0.1', 'localhost'), 'http://[::1]:1/'])(
  'private addresses such as %s are not called',
  async (url) => {
    asked.length = 0
    const failed = download(url, {}, guarded)
    await expect(failed).rejects.toBeInstanceOf(OutboundRefused)
    await expect(failed).rejects.toThrow('is a private address')
    expect(asked).toEqual([])
  },
)

test('a redirect passes the same guard: other kinds of addresses are refused', async () => {
  await expect(download(`${base}/to-file`)).rejects.toThrow('file: addresses are not called.')
})

test('a redirect to a private address is refused although the first address was public', async () => {
  const guard = outboundGuard(guarded)
  const publicHost = {
    lookup: undefined,
    check: (url: URL) => (url.pathname === '/to-video' ? undefined : guard.check(url)),
  }
  asked.length = 0
  const file = join(folder, 'hop')
  const limits = { bytesMax: 1_000_000, timeoutMs: 5000 }
  await expect(downloadThrough(publicHost, `${base}/to-video`, file, limits)).rejects.toThrow(
    '127.0.0.1 is a private address; calls to it are not allowed. An operator can allow it with PLAYHEAD_ALLOW_PRIVATE_ADDRESSES.',
  )
  expect(asked).toEqual(['/to-video'])
})

test('addresses with credentials in them are refused', async () => {
  asked.length = 0
  await expect(download(base.replace('//', '//name:word@'))).rejects.toThrow(
    'The address must not contain a user name or password.',
  )
  expect(asked).toEqual([])
})

test('a download ends when its caller cancels', async () => {
  const controller = new AbortController()
  const waiting = download(`${base}/stalls`, { signal: controller.signal })
  setTimeout(() => controller.abort(new Error('Cancelled.')), 50)
  await expect(waiting).rejects.toThrow('Cancelled.')
  await expect(download(`${base}/video.mp4`, { signal: controller.signal })).rejects.toThrow(
    'Cancelled.',
  )
})

test('sizes are said in the largest unit that fits', () => {
  expect([12, 1500, 2_000_000, 100e9].map(sizeText)).toEqual([
    '12 bytes',
    '1.5 kB',
    '2 MB',
    '100 GB',
  ])
})
