import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { startObjectStorage } from '@playhead/testing/media/object-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import { RangeNotSatisfiable, StoredObjectMissing } from './storage.ts'
import { readBytes, listChunks, listKeysBelow, aBuffer, aSha256 } from './testing-bytes.ts'

const home = await mkdtemp(join(tmpdir(), 'playhead-storage-'))
afterAll(() => rm(home, { recursive: true, force: true }))
const bucket = await startObjectStorage()

const folder = join(home, 'media')
const s3 = { ...bucket, prefix: 'ours', cacheFolder: join(home, 'cache'), cacheBytesMax: 2 ** 20 }
const drivers = [
  {
    name: 'a folder',
    open: () => openFolderStorage(folder),
    options: { folder } as Record<string, unknown>,
  },
  { name: 'a bucket', open: () => openS3Storage(s3), options: { s3 } },
]

const hostileKeys = [
  '',
  '/',
  '/etc/passwd',
  '..',
  '../outside',
  'a/../../outside',
  'a/./b',
  'a//b',
  'a/',
  '.tmp/x',
  'a/.hidden',
  'a\\b',
  'a b',
  'ä',
  'a\0b',
  'a\nb',
  'a%2e%2e',
  'a?b',
  'a#b',
  'a<b>&c',
  `a/${'x'.repeat(300)}`,
  'a/'.repeat(400) + 'b',
]

describe.each(drivers)('what is stored in $name', async ({ open, options }) => {
  const storage = await open()

  test('comes back whole, with its size and its checksum', async () => {
    const bytes = aBuffer(100_003)
    expect(await storage.write('e1/a1/source', bytes)).toEqual({
      bytes: 100_003,
      sha256: aSha256(bytes),
    })
    const { totalBytes, bytes: read } = await storage.read('e1/a1/source')
    expect(totalBytes).toBe(100_003)
    expect((await readBytes(read)).equals(bytes)).toBe(true)
    const stored = await storage.stat('e1/a1/source')
    expect(stored).toMatchObject({ key: 'e1/a1/source', bytes: 100_003 })
    expect(Math.abs(Date.now() - stored!.modifiedAt.getTime())).toBeLessThan(10_000)
  })

  test('may be large, come in pieces of any size, be empty, and be replaced', async () => {
    const large = aBuffer(37 * 2 ** 20 + 5, 7)
    expect(await storage.write('e1/a2/source', listChunks(large, 777_777))).toEqual({
      bytes: large.length,
      sha256: aSha256(large),
    })
    expect(aSha256(await readBytes((await storage.read('e1/a2/source')).bytes))).toBe(
      aSha256(large),
    )
    expect((await storage.write('e1/a2/source', listChunks(Buffer.alloc(0), 1))).bytes).toBe(0)
    expect((await readBytes((await storage.read('e1/a2/source')).bytes)).length).toBe(0)
    expect((await storage.stat('e1/a2/source'))?.bytes).toBe(0)
  })

  test('is read by ranges, both ends counted', async () => {
    const bytes = aBuffer(1000)
    await storage.write('e1/a3/source', bytes)
    const part = async (range: { start: number; end?: number }) => {
      const reading = await storage.read('e1/a3/source', range)
      expect(reading.totalBytes).toBe(1000)
      return readBytes(reading.bytes)
    }
    expect(await part({ start: 0, end: 0 })).toEqual(bytes.subarray(0, 1))
    expect(await part({ start: 10, end: 19 })).toEqual(bytes.subarray(10, 20))
    expect(await part({ start: 990 })).toEqual(bytes.subarray(990))
    expect(await part({ start: 990, end: 5000 })).toEqual(bytes.subarray(990))
    for (const range of [{ start: 1000 }, { start: 5, end: 4 }, { start: -1 }, { start: 0.5 }])
      await expect(storage.read('e1/a3/source', range)).rejects.toThrow(RangeNotSatisfiable)
  })

  test('is not there before and after', async () => {
    expect(await storage.stat('e1/none/source')).toBeUndefined()
    await expect(storage.read('e1/none/source')).rejects.toThrow(StoredObjectMissing)
    await expect(storage.localCopy('e1/none/source')).rejects.toThrow(StoredObjectMissing)
    await storage.remove('e1/none/source')
    await storage.removeAll('e1/none')
    await storage.write('e1/once/source', Buffer.from('x'))
    await storage.remove('e1/once/source')
    expect(await storage.stat('e1/once/source')).toBeUndefined()
    expect(await storage.stat('e1/once')).toBeUndefined()
  })

  test('is listed below a folder, and removed there and nowhere else', async () => {
    const names = ['a/c.mp4', 'a/b/1.m4s', 'a.b', 'a-b/x', 'ab/source', 'B/source', 'a/b0']
    for (const name of names) await storage.write(`list/${name}`, Buffer.from(name))
    expect(await listKeysBelow(storage, 'list')).toEqual(
      names.map((name) => `list/${name}`).toSorted(),
    )
    expect(await listKeysBelow(storage, 'list/a')).toEqual([
      'list/a/b/1.m4s',
      'list/a/b0',
      'list/a/c.mp4',
    ])
    expect(await listKeysBelow(storage, 'list/nothing')).toEqual([])
    await storage.removeAll('list/a/')
    expect(await listKeysBelow(storage, 'list/')).toEqual([
      'list/B/source',
      'list/a-b/x',
      'list/a.b',
      'list/ab/source',
    ])
    expect(await listKeysBelow(storage, '')).toContain('list/ab/source')
    await expect(storage.removeAll('')).rejects.toThrow(TypeError)
  })

  test.runIf(isLongRun())('by the thousand goes at once', async () => {
    const keys = Array.from(
      { length: 1005 },
      (_, index) => `many/${String(index).padStart(5, '0')}`,
    )
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.write(key, Buffer.from('.'))))
    expect(await listKeysBelow(storage, 'many')).toEqual(keys)
    await storage.removeAll('many')
    expect(await listKeysBelow(storage, 'many')).toEqual([])
  })

  test.each(hostileKeys)('cannot be named %j', async (key) => {
    await expect(storage.write(key, Buffer.from('x'))).rejects.toThrow(TypeError)
    await expect(storage.read(key)).rejects.toThrow(TypeError)
    await expect(storage.stat(key)).rejects.toThrow(TypeError)
    await expect(storage.remove(key)).rejects.toThrow(TypeError)
    await expect(storage.adopt(key, join(home, 'nothing'))).rejects.toThrow(TypeError)
    await expect((async () => storage.localCopy(key))()).rejects.toThrow(TypeError)
  })

  test('takes over a finished file, and again after a run that was cut off', async () => {
    const bytes = aBuffer(20 * 2 ** 20, 3)
    const file = join(home, 'finished')
    await writeFile(file, bytes)
    expect(await storage.adopt('e1/a4/source', file)).toEqual({ bytes: bytes.length })
    await expect(access(file)).rejects.toThrow('ENOENT')
    expect(await storage.adopt('e1/a4/source', file)).toEqual({ bytes: bytes.length })
    expect(aSha256(await readBytes((await storage.read('e1/a4/source')).bytes))).toBe(
      aSha256(bytes),
    )
    await expect(storage.adopt('e1/a5/source', file)).rejects.toThrow('There is no file')
  })

  test('is a file of this machine as long as a reader holds it', async () => {
    const bytes = aBuffer(2 ** 20 - 10, 9)
    await storage.write('e1/a6/source', bytes)
    const [one, other] = await Promise.all([
      storage.localCopy('e1/a6/source'),
      storage.localCopy('e1/a6/source'),
    ])
    expect(one.path).toBe(other.path)
    expect((await readFile(one.path)).equals(bytes)).toBe(true)
    await one.release()
    await one.release()
    expect((await readFile(other.path)).equals(bytes)).toBe(true)
    await other.release()
  })

  test('of which writing failed is not there, and what was there before still is', async () => {
    async function* failing() {
      yield aBuffer(20 * 2 ** 20)
      throw new Error('the sender went away')
    }
    await storage.write('e1/a7/source', Buffer.from('before'))
    await expect(storage.write('e1/a7/source', failing())).rejects.toThrow('the sender went away')
    await expect(storage.write('e1/a7/new', failing())).rejects.toThrow('the sender went away')
    expect((await readBytes((await storage.read('e1/a7/source')).bytes)).toString()).toBe('before')
    expect(await listKeysBelow(storage, 'e1/a7')).toEqual(['e1/a7/source'])
  })

  test('of which writing was killed is not there', async () => {
    const given = JSON.stringify({ key: 'e1/killed/source', ...options })
    const writer = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'testing-endless-writer.ts'), given],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(writer.stdout, 'data')
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    const reopened = await open()
    expect(await listKeysBelow(reopened, 'e1/killed')).toEqual([])
    expect(await reopened.stat('e1/killed/source')).toBeUndefined()
    await reopened.write('e1/killed/source', Buffer.from('again'))
    expect(await listKeysBelow(reopened, 'e1/killed')).toEqual(['e1/killed/source'])
  })

  test('may be written by many at once', async () => {
    const write = async (key: string) => {
      await storage.write(`${key}/source`, Buffer.from(key))
      await storage.remove(`${key}/source`)
    }
    await Promise.all(Array.from({ length: 40 }, (_, index) => write(`e2/a${index % 4}/${index}`)))
    expect(await listKeysBelow(storage, 'e2')).toEqual([])
  })

  test('can be written to at all', async () => {
    await storage.check()
    expect((await listKeysBelow(storage, '')).filter((key) => !key.includes('/'))).toEqual([])
  })
})

test('unfinished files of a killed program are removed at the next start', async () => {
  const left = join(folder, '.tmp/left')
  await writeFile(left, 'half')
  const storage = await openFolderStorage(folder)
  expect(await readdir(join(folder, '.tmp'))).toEqual([])
  expect(await listKeysBelow(storage, 'e1/a1')).toEqual(['e1/a1/source'])
})

test('a folder that cannot be written is reported in one sentence', async () => {
  const file = join(home, 'no-folder')
  await writeFile(file, '')
  await expect(openFolderStorage(join(file, 'media'))).rejects.toThrow(
    /^The media folder .*no-folder\/media cannot be written \(ENOTDIR\)\.$/,
  )
})
