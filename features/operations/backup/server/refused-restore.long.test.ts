import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '@playhead/server-kit/app.ts'
import { howMany, someOf } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp, type Json } from '@playhead/testing/test-app.ts'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'
import { readEverything, makeForgedFile, readLines, makeKeys } from './testing-backups.ts'

const source = await startTestApp([], { clickhouse: await makeTestClickHouse() })
const target = await startTestApp([], { clickhouse: await makeTestClickHouse() })
let into: App
let good = ''
let bytes: Buffer
let lines: Json[] = []
let before: unknown
const bad = join(target.dataFolder, 'bad.gz')

beforeAll(async () => {
  const from = await makeKeys(source.app)
  into = await makeKeys(target.app)
  const make = aFactory(source.database)
  await make.world()
  for (const subject of ['One', 'Two'])
    await from.mailer.send({ to: 'ada@example.com', subject, text: 'Hello' })
  const outbox = (data: { dataFolder: string }) => join(data.dataFolder, 'outbox')
  const [shared] = await readdir(outbox(source))
  await mkdir(outbox(target))
  await copyFile(join(outbox(source), shared!), join(outbox(target), shared!))
  good = join(source.dataFolder, 'good.gz')
  await backupCommand.run(from, { to: good })
  bytes = await readFile(good)
  before = await readEverything(into)
})

beforeEach(async () => {
  lines = await readLines(good)
})

const refusal = async (from = bad) => {
  const error: unknown = await restoreCommand.run(into, { from }).catch((caught: unknown) => caught)
  return {
    sentence: error instanceof Error ? error.message : 'It was restored.',
    isUntouched: isDeepStrictEqual(await readEverything(into), before),
  }
}
/** After any bad file the server is still empty and still has its secret. */
const untouched = (sentence: string | RegExp) => ({
  sentence:
    typeof sentence === 'string'
      ? expect.stringContaining(sentence)
      : expect.stringMatching(sentence),
  isUntouched: true,
})
const header = () => lines[0]
const rowOf = (table: string) => lines.find((line) => line.table === table)

const flips = howMany('flips', { usual: 6, long: 20, release: 40 })

describe('a damaged file is refused and nothing is written', () => {
  test.each([0.1, 0.5, 0.9])('cut off after %s of it', async (part) => {
    await writeFile(bad, bytes.subarray(0, Math.floor(bytes.length * part)))
    expect(await refusal()).toEqual(
      untouched(
        /^The backup (is damaged|comes from another Playhead|was made by a newer version)|not a backup of Playhead/,
      ),
    )
  })

  test('without its last byte', async () => {
    await writeFile(bad, bytes.subarray(0, -1))
    expect(await refusal()).toEqual(untouched('The backup is damaged: it is incomplete'))
  })

  test('cut off between two lines and packed again', async () => {
    const text = lines.slice(0, -1).map((line) => `${JSON.stringify(line)}\n`)
    await writeFile(bad, gzipSync(text.join('')))
    expect(await refusal()).toEqual(untouched('The backup is damaged: its end is missing'))
  })

  test('with one bit flipped, wherever it is', async () => {
    // The names of migrations stand before the first checksum: a flip in one reads like another Playhead.
    // The tenth byte names the operating system that compressed the file, and changes nothing.
    const head = someOf('flips-of-head', [0, 1, 2, 3, 4, 5, 6, 7, 8], 2)
    const step = Math.ceil(bytes.length / flips)
    const body = Array.from({ length: flips }, (_, index) => 10 + index * step)
    for (const position of [...head, ...body.filter((one) => one < bytes.length)]) {
      const altered = Buffer.from(bytes)
      altered[position]! ^= 1 << (position % 8)
      await writeFile(bad, altered)
      expect(await refusal()).toEqual(
        untouched(
          /^The backup (is damaged|comes from another Playhead|was made by a newer version)|not a backup of Playhead/,
        ),
      )
    }
  })

  test('with one letter of a row changed and packed again', async () => {
    rowOf('organizations').row.name = 'Another name'
    await writeFile(bad, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
    expect(await refusal()).toEqual(untouched('its checksum does not match'))
  })

  test('with another count, or with something behind its end', async () => {
    lines.at(-1).counts.keys = 2
    await writeFile(bad, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
    expect(await refusal()).toEqual(untouched('its checksum does not match'))
    for (const more of [gzipSync('{"store":"keys"}\n'), Buffer.alloc(1), Buffer.alloc(200_000)]) {
      await writeFile(bad, Buffer.concat([bytes, more]))
      expect(await refusal()).toEqual(untouched('something follows its end'))
    }
  })
})

describe('a file that is something else is refused and nothing is written', () => {
  test.each([
    ['nothing at all', Buffer.alloc(0)],
    ['plain text', Buffer.from('Dear diary')],
    ['other packed text', gzipSync('Dear diary\n')],
    ['other packed JSON', gzipSync('{"format":"something else"}\n')],
    ['packed bytes', gzipSync(Buffer.from([0xff, 0xfe, 10, 0xff]))],
  ])('%s', async (_, content) => {
    await writeFile(bad, content)
    expect(await refusal()).toEqual(untouched('This file is not a backup of Playhead.'))
  })

  test('a file that is not there', async () => {
    const nowhere = join(target.dataFolder, 'nowhere')
    expect(await refusal(nowhere)).toEqual(
      untouched(`The backup ${nowhere} cannot be read (ENOENT).`),
    )
  })

  test('a folder', async () => {
    expect(await refusal(target.dataFolder)).toEqual(untouched('(EISDIR)'))
  })

  test('a line without an end does not fill the memory', async () => {
    await writeFile(bad, gzipSync(`${JSON.stringify(header())}\n${' '.repeat(70_000_000)}`))
    expect(await refusal()).toEqual(untouched('a line has no end'))
  })
})

describe('a file of another version is refused and nothing is written', () => {
  test.each<[string, () => void, string]>([
    [
      'a newer format',
      () => Object.assign(header(), { version: 3, product_version: '7.0.0' }),
      'The backup was made by a newer version of Playhead (7.0.0). Update this server first.',
    ],
    [
      'a migration from later',
      () =>
        header().stores.postgres.migrations.push({ name: '20991231_0001_x.sql', checksum: 'x' }),
      'it knows the migration 20991231_0001_x.sql. Update this server first.',
    ],
    [
      'a migration with other content',
      () => (header().stores.postgres.migrations[0].checksum = 'other'),
      'The backup comes from another Playhead',
    ],
    [
      'a store from later',
      () => (header().stores.archives = {}),
      'it holds "archives". Update this server first.',
    ],
    [
      'a column too few, which cannot fill itself',
      () => {
        const { tables } = header().stores.postgres
        tables.users = tables.users.filter((name: string) => name !== 'email')
      },
      'The backup is too old: it has no users.email.',
    ],
  ])('%s', async (_, change, sentence) => {
    change()
    await makeForgedFile(bad, lines)
    expect(await refusal()).toEqual(untouched(sentence))
  })
})

describe('a forged file with a right checksum is refused and nothing is written', () => {
  test.each<[string, () => void, string]>([
    [
      'a table that this server lacks',
      () => (header().stores.postgres.tables['pg_authid'] = ['rolname']),
      'this server has no table "pg_authid"',
    ],
    [
      'SQL as a column',
      () => header().stores.postgres.tables.users.push('email" = 1; drop table users; --'),
      'the columns of users are not the ones of this server',
    ],
    [
      'a sequence that this server lacks',
      () => (header().stores.postgres.sequences["x'); drop table users; --"] = '1'),
      'this server has no sequence',
    ],
    [
      'a row of the list of migrations',
      () => lines.push({ store: 'postgres', table: 'schema_migrations', row: { name: 'x' } }),
      'a row belongs to no table of the backup',
    ],
    [
      'a row with an unknown column',
      () => (rowOf('users').row.is_god = true),
      'a row of users has the unknown column "is_god"',
    ],
    ['a row twice', () => lines.push(rowOf('users')), 'rows of users do not fit: duplicate key'],
    [
      'a row without the one it belongs to',
      () => (rowOf('environments').row.organization_id = '00000000-0000-4000-8000-000000000000'),
      'rows of environments do not fit: insert or update on table',
    ],
    [
      'a value of another kind',
      () => (rowOf('users').row.created_at = 'yesterday or so'),
      'rows of users do not fit: invalid input syntax',
    ],
    [
      'a value that its column must have',
      () => delete rowOf('users').row.email,
      'rows of users do not fit: null value',
    ],
    [
      'a key outside of its folder',
      () => lines.push({ store: 'keys', file: '../lock', content: 'eA==' }),
      'a key is malformed',
    ],
    [
      'a short server secret',
      () => (lines.find(({ store }) => store === 'keys').content = 'eA=='),
      'the server secret is malformed',
    ],
    [
      'no server secret',
      () => (lines = lines.filter(({ store }) => store !== 'keys')),
      'it has no server secret',
    ],
    ['no keys at all', () => delete header().stores.keys, 'it holds no keys'],
    [
      'a mail outside of the outbox',
      () => (lines.find(({ store }) => store === 'outbox').mail.id = '../../evil'),
      'a mail of the outbox is malformed',
    ],
    [
      'a line of nothing',
      () => lines.push({ store: '__proto__' }),
      'a line belongs to "__proto__"',
    ],
  ])('%s', async (_, change, sentence) => {
    change()
    await makeForgedFile(bad, lines)
    expect(await refusal()).toEqual(untouched(sentence))
  })
})
