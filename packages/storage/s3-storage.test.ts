import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { startObjectStorage } from '@playhead/testing/media/object-storage.ts'
import { partSizes, defaultPartLimits } from './part-sizes.ts'
import { openS3Storage, type S3Options } from './s3-storage.ts'
import { StorageUnusable, StoredObjectMissing } from './storage.ts'
import { readBytes, listChunks, listKeysBelow, aBuffer } from './testing-bytes.ts'
import { isSignedWith } from './testing-signature.ts'
import { sendRefusal, startStandIn } from './testing-stand-in.ts'

const home = await mkdtemp(join(tmpdir(), 'playhead-s3-'))
afterAll(() => rm(home, { recursive: true, force: true }))
const bucket = await startObjectStorage()
const server = await startStandIn()
const secretAccessKey = 'geheim-geheim-geheim'
const patience = { attempts: 3, firstPauseMs: 5, timeoutMs: 20_000 }
const impatience = { ...patience, timeoutMs: 400 }
let caches = 0

const openAt = (given: Partial<S3Options> = {}) =>
  openS3Storage({
    ...bucket,
    endpoint: server.endpoint,
    secretAccessKey,
    cacheFolder: join(home, `cache-${(caches += 1)}`),
    cacheBytesMax: 2 ** 20,
    patience,
    ...given,
  })

/** A storage after its initial search for unfinished uploads. */
const openQuiet = async () => {
  server.answerWith((_, response) => response.end())
  const storage = await openAt()
  await expect.poll(() => server.asked).toHaveLength(1)
  return storage
}

const complaint = async (given: Partial<S3Options> = {}) => {
  const error = await (await openAt(given)).check().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StorageUnusable)
  const { message } = error as Error
  expect(message).not.toContain('geheim')
  return message
}

describe('a bucket that cannot be used is reported in one sentence, without the secret', () => {
  test.each([
    [403, 'SignatureDoesNotMatch', /refuses this key \(403 SignatureDoesNotMatch\); check S3_ACC/],
    [403, 'InvalidAccessKeyId', /refuses this key/],
    [403, 'AccessDenied', /refuses this key/],
    [301, 'PermanentRedirect', /is in another region .*correct S3_REGION/],
    [400, 'AuthorizationHeaderMalformed', /is in another region/],
    [403, 'RequestTimeTooSkewed', /the clock of this machine is wrong/],
    [
      503,
      'SlowDown',
      /^The bucket media at 127\.0\.0\.1:\d+ cannot be written \(503 SlowDown\)\.$/,
    ],
  ])('%s %s', async (status, code, sentence) => {
    server.answerWith((_, response) => sendRefusal(response, status, code))
    expect(await complaint()).toMatch(sentence)
  })

  test('a bucket that does not exist', async () => {
    const { endpoint } = bucket
    expect(await complaint({ endpoint, bucket: 'nowhere', secretAccessKey: 'S3RVER' })).toMatch(
      /^There is no bucket nowhere at 127\.0\.0\.1:\d+; make it, or correct S3_BUCKET\.$/,
    )
  })

  test('no server listens', async () => {
    expect(await complaint({ endpoint: 'http://127.0.0.1:9' })).toMatch(
      /^The object storage at 127\.0\.0\.1:9 cannot be reached \(.+\); check S3_ENDPOINT\.$/,
    )
  })

  test('no answer comes', async () => {
    server.answerWith(() => {})
    expect(await complaint({ patience: impatience })).toMatch(
      /cannot be reached \(no answer within 0\.4 seconds\)/,
    )
  })
})

test('everything that is asked for is signed as a storage checks it, with its length and its content', async () => {
  const wrong: string[] = []
  let count = 0
  server.answerWith((request, response, body) => {
    count += 1
    const said = `${request.method} ${request.url}`
    if (!isSignedWith(request, body, secretAccessKey)) wrong.push(said)
    if (isSignedWith(request, body, 'another')) wrong.push(`${said} by anybody`)
    if (body.length > 0 && Number(request.headers['content-length']) !== body.length)
      wrong.push(`${said} without its length`)
    if (request.url?.includes('uploads='))
      return response.end('<R><UploadId>a+b/c=&amp;d e~f*</UploadId></R>')
    if (request.url?.includes('list-type=2'))
      return response.end(
        '<L><IsTruncated>true</IsTruncated><NextContinuationToken>a+b/c=</NextContinuationToken></L>',
      )
    return response.writeHead(200, { etag: '"x"' }).end()
  })
  const storage = await openAt({ prefix: 'our-media.2026/here', region: 'eu-central-1' })
  await storage.write('e/a_b/source-1.mp4', listChunks(aBuffer(17 * 2 ** 20), 2 ** 20))
  await storage.write('e/a/empty', Buffer.alloc(0))
  await storage.stat('e/a/empty')
  await storage.remove('e/a/empty')
  await expect(listKeysBelow(storage, 'e')).rejects.toThrow('again and again')
  expect(count).toBe(10)
  expect(wrong).toEqual([])
})

describe('a storage takes no more than ten thousand parts', () => {
  const reach = (sizeOf: (place: number) => number) =>
    Array.from({ length: defaultPartLimits.countMax }, (_, place) => sizeOf(place)).reduce(
      (sum, size) => sum + size,
      0,
    )

  test.each([1, 16 * 2 ** 20, 100e9, 200e9, 5e12])('a file of %d bytes fits', (bytes) => {
    const sizeOf = partSizes(defaultPartLimits, bytes)
    expect(reach(sizeOf)).toBeGreaterThanOrEqual(bytes)
    expect(new Set([sizeOf(0), sizeOf(9_999)]).size).toBe(1)
    expect(sizeOf(0)).toBeGreaterThanOrEqual(16 * 2 ** 20)
  })

  test('a stream may have a terabyte, and is in small parts as long as it is small', () => {
    const sizeOf = partSizes(defaultPartLimits, undefined)
    expect(reach(sizeOf)).toBeGreaterThan(1e12)
    expect(sizeOf(4_999)).toBe(16 * 2 ** 20)
    expect(sizeOf(9_999)).toBeLessThanOrEqual(512 * 2 ** 20)
  })

  test('files and streams arrive whole in as many as there may be', async () => {
    const parts: number[] = []
    const sent: Buffer[] = []
    server.answerWith((request, response, body) => {
      if (request.url?.endsWith('?uploads=')) return response.end('<R><UploadId>u</UploadId></R>')
      if (request.method === 'PUT') {
        parts.push(body.length)
        sent.push(body)
      }
      return response.writeHead(200, { etag: '"part"' }).end('<R/>')
    })
    const storage = await openAt({ parts: { bytesMin: 1000, countMax: 10 } })
    const bytes = aBuffer(60_000)
    const file = join(home, 'large')
    await writeFile(file, bytes)
    await storage.adopt('e/a/source', file)
    expect(parts).toEqual(Array.from({ length: 10 }, () => 6000))
    expect(Buffer.concat(sent.splice(0)).equals(bytes)).toBe(true)
    parts.length = 0
    await storage.write('e/a/stream', listChunks(bytes, 700))
    expect(parts).toEqual([1000, 1000, 1000, 1000, 1000, 2000, 4000, 8000, 16_000, 25_000])
    expect(Buffer.concat(sent).equals(bytes)).toBe(true)
  })
})

describe('on a bad day', () => {
  test('a request that fails for a moment is repeated', async () => {
    const storage = await openQuiet()
    let count = 0
    server.answerWith((request, response) => {
      count += 1
      if (count === 1) sendRefusal(response, 503, 'SlowDown')
      else if (count === 2) request.socket.destroy()
      else
        response
          .writeHead(200, { 'content-length': 7, 'last-modified': new Date().toUTCString() })
          .end()
    })
    expect(await storage.stat('e/a/source')).toMatchObject({ bytes: 7 })
    expect(count).toBe(3)
  })

  test('a refused request is not repeated', async () => {
    const storage = await openQuiet()
    server.answerWith((_, response) => sendRefusal(response, 403, 'AccessDenied'))
    await expect(storage.read('e/a/source')).rejects.toThrow(
      'The object storage answered 403 AccessDenied to GET: Because & so on.',
    )
    expect(server.asked).toHaveLength(1)
  })

  test('an object that is cut off is read on from there', async () => {
    const bytes = aBuffer(90_000)
    server.answerWith((request, response) => {
      const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      response.writeHead(start > 0 ? 206 : 200, {
        etag: '"one"',
        'content-length': bytes.length - start,
        ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
      })
      response.write(bytes.subarray(start, start + 40_000), () => {
        if (start + 40_000 < bytes.length) setTimeout(() => request.socket.destroy(), 30)
        else response.end()
      })
    })
    const { bytes: read } = await (await openAt()).read('e/a/source')
    expect((await readBytes(read)).equals(bytes)).toBe(true)
  })

  test('an object whose rest begins elsewhere ends with an error, not with wrong bytes', async () => {
    const bytes = aBuffer(90_000)
    server.answerWith((request, response) => {
      // The range of the second request is ignored.
      response.writeHead(200, { etag: '"one"', 'content-length': bytes.length })
      response.write(bytes.subarray(0, 40_000), () => {
        if (!request.headers.range) setTimeout(() => request.socket.destroy(), 30)
        else response.end(bytes.subarray(40_000))
      })
    })
    const { bytes: read } = await (await openAt()).read('e/a/source')
    await expect(readBytes(read)).rejects.toThrow('gives no part of an object')
  })

  test('an object that never goes on ends with an error', async () => {
    server.answerWith((_, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half')
    })
    const { bytes } = await (
      await openAt({ patience: { ...impatience, attempts: 1 } })
    ).read('e/a/b')
    await expect(readBytes(bytes)).rejects.toThrow('stopped in the middle')
  })

  const uploading =
    (complete: string, bytesStored?: number): Parameters<typeof server.answerWith>[0] =>
    (request, response) => {
      const url = request.url ?? ''
      if (request.method === 'HEAD')
        return bytesStored === undefined
          ? response.writeHead(404).end()
          : response.writeHead(200, { 'content-length': bytesStored }).end()
      if (url.endsWith('?uploads=')) return response.end('<R><UploadId>u&amp;1</UploadId></R>')
      if (request.method === 'POST') return response.end(complete)
      return response.writeHead(200, { etag: '"part"' }).end()
    }
  const large = aBuffer(17 * 2 ** 20)

  test('an upload that ends in an error under a 200 is abandoned and said to have failed', async () => {
    const storage = await openAt()
    server.answerWith(uploading('<Error><Code>InternalError</Code><Message>No.</Message></Error>'))
    await expect(storage.write('e/a/source', listChunks(large, 2 ** 20))).rejects.toThrow(
      'InternalError',
    )
    expect(server.asked.at(-1)).toBe('DELETE /media/e/a/source?uploadId=u%261')
  })

  test('an upload whose completion was answered into the void counts', async () => {
    const storage = await openAt()
    const lost = '<Error><Code>NoSuchUpload</Code><Message>Gone.</Message></Error>'
    server.answerWith(uploading(lost, large.length))
    expect((await storage.write('e/a/source', listChunks(large, 2 ** 20))).bytes).toBe(large.length)
    server.answerWith(uploading(lost))
    await expect(storage.write('e/a/source', listChunks(large, 2 ** 20))).rejects.toThrow(
      'NoSuchUpload',
    )
  })

  test('unfinished uploads are abandoned after a day', async () => {
    const upload = (key: string, begunAt: string) =>
      `<Upload><Key>${key}</Key><UploadId>${key.length}</UploadId><Initiated>${begunAt}</Initiated></Upload>`
    server.answerWith((request, response) =>
      request.method === 'GET'
        ? response.end(
            `<R>${upload('ours/old', '2020-01-01T00:00:00Z')}${upload('theirs/old', '2020-01-01T00:00:00Z')}${upload('ours/new-one', new Date().toISOString())}</R>`,
          )
        : response.writeHead(204).end(),
    )
    await openAt({ prefix: 'ours' })
    await expect.poll(() => server.asked).toHaveLength(2)
    await pause(50)
    expect(server.asked).toEqual([
      'GET /media?uploads=&prefix=ours%2F',
      'DELETE /media/ours/old?uploadId=8',
    ])
  })

  test('objects that could not be removed are reported', async () => {
    const storage = await openQuiet()
    server.answerWith((request, response) =>
      response.end(
        request.method === 'GET'
          ? '<L><IsTruncated>false</IsTruncated><Contents><Key>e/a/b</Key><Size>1</Size></Contents></L>'
          : '<D><Error><Key>e/a/b</Key><Code>AccessDenied</Code><Message>No.</Message></Error></D>',
      ),
    )
    await expect(storage.removeAll('e/a')).rejects.toThrow(
      '1 objects could not be removed, such as e/a/b: No.',
    )
  })
})

describe('beside others in one bucket', () => {
  test('only what is below the own folder is seen, and what others named is passed over', async () => {
    const at = { endpoint: bucket.endpoint, secretAccessKey: 'S3RVER' }
    const [ours, theirs, all] = await Promise.all([
      openAt({ ...at, prefix: 'ours' }),
      openAt({ ...at, prefix: 'ours-too' }),
      openAt(at),
    ])
    await ours.write('e/a/source', Buffer.from('ours'))
    await theirs.write('e/a/source', Buffer.from('theirs'))
    await fetch(`${bucket.endpoint}/media/hello%20%26%20bye`, { method: 'PUT', body: 'x' })
    expect(await listKeysBelow(ours, '')).toEqual(['e/a/source'])
    expect(await listKeysBelow(all, '')).toEqual(['ours-too/e/a/source', 'ours/e/a/source'])
    await ours.removeAll('e')
    expect((await readBytes((await theirs.read('e/a/source')).bytes)).toString()).toBe('theirs')
  })
})

describe('local copies of files in a bucket', () => {
  const at = { endpoint: bucket.endpoint, secretAccessKey: 'S3RVER', prefix: 'copies' }

  test('are fetched once, kept while there is room, and the longest unused one goes first', async () => {
    const cacheFolder = join(home, 'evicting')
    const storage = await openAt({ ...at, cacheFolder, cacheBytesMax: 250_000 })
    const hold = async (name: string) => storage.localCopy(`e/a/${name}`)
    for (const name of ['one', 'two', 'three']) await storage.write(`e/a/${name}`, aBuffer(100_000))
    const one = await hold('one')
    const two = await hold('two')
    await one.release()
    await two.release()
    const oneAgain = await hold('one')
    expect(oneAgain.path).toBe(one.path)
    await oneAgain.release()
    const three = await hold('three')
    expect(await readdir(cacheFolder)).toHaveLength(2)
    expect((await hold('one')).path).toBe(one.path)
    expect((await hold('two')).path).not.toBe(two.path)
    // All three are in use now: they exceed the space, but none is removed.
    expect(await readdir(cacheFolder)).toHaveLength(3)
    await three.release()
    expect(await readdir(cacheFolder)).toHaveLength(2)
  })

  test('of replaced or removed files stay with their holder and are given to no one else', async () => {
    const cacheFolder = join(home, 'forgetting')
    const storage = await openAt({ ...at, cacheFolder })
    await storage.write('e/b/source', Buffer.from('first'))
    const first = await storage.localCopy('e/b/source')
    await storage.write('e/b/source', Buffer.from('other'))
    const second = await storage.localCopy('e/b/source')
    expect(second.path).not.toBe(first.path)
    await storage.removeAll('e/b')
    await expect(storage.localCopy('e/b/source')).rejects.toThrow(StoredObjectMissing)
    expect(await readdir(cacheFolder)).toHaveLength(2)
    await first.release()
    await second.release()
    expect(await readdir(cacheFolder)).toEqual([])
  })
})
