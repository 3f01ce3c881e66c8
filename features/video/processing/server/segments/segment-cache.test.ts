import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SegmentCache } from './segment-cache.ts'

const folder = await mkdtemp(join(tmpdir(), 'playhead-cache-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const piece = (letter: string) => Buffer.alloc(100, letter)

test('the least recently used segment is dropped first, and the limit holds', async () => {
  const cache = new SegmentCache(join(folder, 'bounded'), 500)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await cache.write(`asset/270p/${name}`, piece(name))
  expect(await cache.read('asset/270p/a')).toEqual(piece('a'))
  await cache.write('asset/270p/f', piece('f'))
  expect(cache.bytes).toBeLessThanOrEqual(500)
  expect(await cache.read('asset/270p/a')).toEqual(piece('a'))
  expect(await cache.read('asset/270p/b')).toBeUndefined()
  expect(await cache.read('asset/270p/f')).toEqual(piece('f'))
})

test('the next start of the program finds what is whole, and nothing that is not', async () => {
  const place = join(folder, 'again')
  const first = new SegmentCache(place, 10_000)
  await first.write('asset/270p/0.m4s', piece('a'))
  await first.write('asset/270p/1.m4s', piece('b'))
  await writeFile(join(place, 'asset/270p/2.m4s.cut.new'), 'half')
  const next = new SegmentCache(place, 10_000)
  expect(await next.read('asset/270p/0.m4s')).toEqual(piece('a'))
  expect(next.bytes).toBe(200)
  await truncate(join(place, 'asset/270p/1.m4s'), 50)
  expect(await next.read('asset/270p/1.m4s')).toBeUndefined()
  expect(next.bytes).toBe(100)
})

test('the segments of an asset go together', async () => {
  const cache = new SegmentCache(join(folder, 'gone'), 10_000)
  await cache.write('one/270p/0.m4s', piece('a'))
  await cache.write('other/270p/0.m4s', piece('b'))
  await cache.removeAll('one')
  expect(await cache.read('one/270p/0.m4s')).toBeUndefined()
  expect(await cache.read('other/270p/0.m4s')).toEqual(piece('b'))
  expect(cache.bytes).toBe(100)
})

test('a segment that many request at the same time is found by all, and counted once', async () => {
  const cache = new SegmentCache(join(folder, 'busy'), 10_000)
  await cache.write('asset/270p/0.m4s', piece('a'))
  const found = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const isThere = await cache.has('asset/270p/0.m4s')
      return [isThere, await cache.read('asset/270p/0.m4s')]
    }),
  )
  for (const one of found) expect(one).toEqual([true, piece('a')])
  const [read] = await Promise.all([
    cache.read('asset/270p/0.m4s'),
    cache.write('asset/270p/0.m4s', piece('a')),
  ])
  expect(read).toEqual(piece('a'))
  expect(cache.bytes).toBe(100)
  await truncate(join(folder, 'busy/asset/270p/0.m4s'), 50)
  await Promise.all(Array.from({ length: 5 }, () => cache.read('asset/270p/0.m4s')))
  expect(cache.bytes).toBe(0)
})

test('the number of very small files is limited', async () => {
  const cache = new SegmentCache(join(folder, 'many'), 10_000, 10)
  for (let index = 0; index < 25; index += 1) await cache.write(`asset/${index}.jpg`, piece('a'))
  expect(cache.bytes).toBeLessThanOrEqual(1000)
  expect(await cache.read('asset/24.jpg')).toEqual(piece('a'))
})

test('on a disk without room it shrinks to a tenth, and still holds what was just made', async () => {
  let hasRoom = true
  const cache = new SegmentCache(join(folder, 'shrinking'), 2000, undefined, async () => hasRoom)
  for (let index = 0; index < 10; index += 1) await cache.write(`asset/${index}`, piece('a'))
  expect(cache.bytes).toBe(1000)
  hasRoom = false
  await cache.write('asset/10', piece('b'))
  expect(cache.bytes).toBeLessThanOrEqual(200)
  expect(await cache.read('asset/10')).toEqual(piece('b'))
})
