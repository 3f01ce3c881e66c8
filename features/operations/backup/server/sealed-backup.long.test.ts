import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { howMany, someOf } from '@playhead/testing/how-many.ts'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'
import { readEverything } from './testing-backups.ts'
import {
  startEmptyServer,
  listFilesBelow,
  aSetOfContents,
  makeMediaWorld,
  makePassphraseFile,
  readStoredContents,
  makeFolder,
} from './media/testing-media.ts'

const clickhouse = await makeTestClickHouse()
const flips = howMany('flips', { usual: 3, long: 6, release: 12 })
const folder = await makeFolder()
const words = 'correct horse battery staple'
const passphrase = await makePassphraseFile(folder, `${words}\r\n`)
const source = await makeMediaWorld(clickhouse)
await source.asset(aSetOfContents())
// The file should be longer than a few chunks.
await source.app.mailer.send({
  to: 'ada@example.com',
  subject: 'Noise',
  text: randomBytes(150_000).toString('base64'),
})
const { app: target } = await startEmptyServer(clickhouse)
const before = await readEverything(target)

const made = async (name: string, given: { passphrase_file?: string }) => {
  const home = join(folder, name)
  await mkdir(home)
  const file = join(home, 'saved')
  const answer = await backupCommand.run(source.app, { to: file, ...given })
  return { file, answer, bytes: await readFile(file), media: join(home, 'playhead-media') }
}

const sealed = await made('sealed', { passphrase_file: passphrase })
const open = await made('open', {})

const restoring = (from: string, given: { passphrase_file?: string } = {}) =>
  restoreCommand.run(target, { from, ...given }).then(
    () => 'It was restored.',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

const isUntouched = async () =>
  isDeepStrictEqual(await readEverything(target), before) &&
  Object.keys(await readStoredContents(target)).length === 0

const altered = async (bytes: Buffer) => {
  const file = join(folder, 'sealed', 'altered')
  await writeFile(file, bytes)
  return restoring(file, { passphrase_file: passphrase })
}

describe('an encrypted backup', () => {
  test('is closed to others, holds nothing that can be read, and says how its key is made', async () => {
    expect((await stat(sealed.file)).mode & 0o777).toBe(0o600)
    expect(sealed.bytes.length).toBeGreaterThan(2 * 65_536)
    const head = sealed.bytes.subarray(0, sealed.bytes.indexOf('\n')).toString()
    expect(JSON.parse(head)).toMatchObject({
      format: 'playhead-sealed-backup',
      encryption: { kdf: 'scrypt', n: 131_072 },
    })
    expect(sealed.bytes.includes(Buffer.from([0x1f, 0x8b, 8, 0]))).toBe(false)
    expect(sealed.answer).not.toHaveProperty('warning')
    expect(open.answer).toMatchObject({
      warning: expect.stringMatching(/not encrypted.*contains the server secret/),
    })
  })

  test.each([
    ['without its passphrase', {}, 'This backup is encrypted: give --passphrase-file.'],
    [
      'with another one',
      { text: 'correct horse battery stable' },
      'The passphrase does not open this backup, or the head of the file is damaged.',
    ],
    ['with an empty one', { text: ' \n' }, /^The passphrase file .+ is empty\.$/],
    [
      'with two',
      { text: `${words}\nand more\n` },
      /^The passphrase file .+ has more than one line\.$/,
    ],
  ])('is refused %s, in one sentence', async (name, { text }: { text?: string }, sentence) => {
    const file = text === undefined ? undefined : await makePassphraseFile(folder, text, name)
    const given = file === undefined ? {} : { passphrase_file: file }
    expect(await restoring(sealed.file, given)).toMatch(sentence)
    expect(await isUntouched()).toBe(true)
  })

  test('with a bit flipped is refused and nothing is written, wherever it is', async () => {
    const step = Math.ceil(sealed.bytes.length / flips)
    for (let position = 3; position < sealed.bytes.length; position += step) {
      const bytes = Buffer.from(sealed.bytes)
      bytes[position]! ^= 1 << (position % 8)
      expect(await altered(bytes), `at ${position}`).toMatch(
        /^The backup is damaged|not a backup of Playhead|The passphrase does not open/,
      )
    }
    expect(await isUntouched()).toBe(true)
  })

  test('cut off anywhere is refused and nothing is written', async () => {
    const headBytes = sealed.bytes.indexOf('\n') + 1
    const pieceBytes = 65_552
    const lengths = [0, 1, headBytes - 1, headBytes, headBytes + pieceBytes, -1]
    for (const length of someOf('cuts', lengths, 3)) {
      const bytes = sealed.bytes.subarray(0, length)
      expect(await altered(bytes), `${length} bytes`).toMatch(
        /^The backup is damaged: it is incomplete|not a backup of Playhead/,
      )
    }
    expect(await isUntouched()).toBe(true)
  })

  test('is not to be replaced by an open one', async () => {
    expect(await restoring(open.file, { passphrase_file: passphrase })).toBe(
      'This backup is not encrypted. If it is yours, leave out --passphrase-file.',
    )
  })
})

test('a passphrase that is empty makes no backup', async () => {
  const empty = await makePassphraseFile(folder, '\n', 'empty')
  const to = join(folder, 'never')
  await expect(backupCommand.run(source.app, { to, passphrase_file: empty })).rejects.toThrow(
    `The passphrase file ${empty} is empty.`,
  )
  expect((await listFilesBelow(folder)).map(({ name }) => name)).not.toContain('never')
})

describe.each([
  ['open', open, {}],
  ['encrypted', sealed, { passphrase_file: passphrase }],
])('media that are %s and damaged are refused before anything is written', (_, backup, given) => {
  const objects = async () =>
    (await listFilesBelow(backup.media))
      .filter(({ name }) => /^[\da-f]{64}$/.test(name))
      .toSorted((one, other) => other.content.length - one.content.length)

  const outcome = async () => {
    const writes = vi.spyOn(target.storage, 'write')
    const sentence = await restoring(backup.file, given)
    const written = writes.mock.calls.length
    writes.mockRestore()
    return { sentence, written, isUntouched: await isUntouched() }
  }
  // Bytes that were written and removed again count as well.
  const refused = (sentence: RegExp) => ({
    sentence: expect.stringMatching(sentence),
    written: 0,
    isUntouched: true,
  })
  const wasAltered = refused(/^The backup is damaged: the media file \S+ was altered\./)

  test('with a bit flipped', async () => {
    const [largest, , , smallest] = await objects()
    for (const { path, content } of [largest!, smallest!]) {
      const positions = [0, Math.floor(content.length / 2), content.length - 1]
      for (const position of someOf('flips-of-media', positions, 1)) {
        const damagedContent = Buffer.from(content)
        damagedContent[position]! ^= 4
        await writeFile(path, damagedContent)
        expect(await outcome()).toEqual(wasAltered)
      }
      await writeFile(path, content)
    }
  })

  test('cut off, or exchanged', async () => {
    const [largest, other] = await objects()
    for (const length of someOf('cuts-of-media', [10, 0, 65_536, largest!.content.length - 1], 1)) {
      await truncate(largest!.path, length)
      expect(await outcome()).toEqual(wasAltered)
      await writeFile(largest!.path, largest!.content)
    }
    await copyFile(other!.path, largest!.path)
    expect(await outcome()).toEqual(wasAltered)
    await writeFile(largest!.path, largest!.content)
  })

  test('without one of them, or without all', async () => {
    const [largest] = await objects()
    const file = join(backup.media, '../moved-away')
    await rename(largest!.path, file)
    expect(await outcome()).toEqual(
      refused(/^The backup is damaged: the media file \S+ is missing\./),
    )
    await rename(file, largest!.path)
    await rename(backup.media, file)
    expect(await outcome()).toEqual(
      refused(/^There is no folder of media \S+playhead-media \(ENOENT\)\.$/),
    )
    await rename(file, backup.media)
  })
})

// Runs last, because it fills the server that the other tests leave empty.
test('an unchanged backup is restored', async () => {
  expect(await restoring(sealed.file, { passphrase_file: passphrase })).toBe('It was restored.')
  expect(await readStoredContents(target)).toEqual(await readStoredContents(source.app))
})
