import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import type { App } from '@playhead/server-kit/app.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { backupCommand } from './backup-command.ts'
import { checkNewestBackup } from './check-newest-backup.ts'
import { listSequences } from './stores/postgres-store.sql.ts'
import { restoreCommand } from './restore-command.ts'
import {
  readAnalytics,
  readEverything,
  makeForgedFile,
  readLines,
  readTableTexts,
  makeKeys,
} from './testing-backups.ts'
import { makeSamplesTable, insertSamples } from './testing-samples.sql.ts'

const password = 'a long passphrase of Ada'
const view = {
  environment_id: '6f7c1b52-5a0b-4d0f-9a58-0c7cf4f3a001',
  view_id: 'one',
  view_start: 1_790_000_000_123,
  view_end: 1_790_000_060_456,
  version: 1_790_000_060_456_789,
  retention_days: 100_000,
  video_title: 'A “title”\nof two lines',
  video_series: '',
  error_type_id: 281_474_976_710_655,
  rebuffer_percentage: 0.012345678901234567,
  playback_ranges: [[0, 1000]],
  video_cdn_trace: ['a', 'b'],
}

const source = await startTestApp([signInServer], { clickhouse: await makeTestClickHouse() })
const target = await startTestApp([signInServer], { clickhouse: await makeTestClickHouse() })
let from: App
let into: App
let file = ''

beforeAll(async () => {
  from = await makeKeys(source.app)
  into = await makeKeys(target.app)
  const make = aFactory(source.database)
  const { organization, environment } = await make.world()
  await make.person({ email: 'ada@example.com', password })
  await make.accessToken(environment, ['data:read', 'video:write'])
  await make.ssoConnection(organization)
  const sealed = from.vault.seal('the secret of the provider')
  await setColumn(source.database, 'sso_connections', 'client_secret_sealed', sealed, {})
  await from.mailer.send({ to: 'ada@example.com', subject: 'Hello', text: 'Line\n“two”' })
  for (const { database } of [source, target]) await makeSamplesTable(database)
  await insertSamples(source.database)
  await from.clickhouse.insert('views', [view])
  file = join(source.dataFolder, 'whole.ndjson.gz')
})

describe('a backup', () => {
  test('is one file that only its owner opens, with a header and a counted, signed end', async () => {
    const answer = await backupCommand.run(from, { to: file })
    const { mode, size } = await stat(file)
    expect(mode & 0o777).toBe(0o600)
    expect(answer).toMatchObject({
      file,
      bytes: size,
      counts: { analytics: 1, outbox: 1, keys: 1 },
    })
    const lines = await readLines(file)
    expect(lines[0]).toMatchObject({
      format: 'playhead-backup',
      version: 2,
      product_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      stores: {
        postgres: {
          migrations: expect.arrayContaining([
            {
              name: '20261121_0100_accounts.sql',
              checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
            },
          ]),
        },
        outbox: {},
        keys: {},
      },
    })
    expect(lines.at(-1)).toEqual({
      end: true,
      counts: answer['counts'],
      checksum: answer['checksum'],
    })
  })

  test('leaves nothing unfinished beside it and never overwrites', async () => {
    await expect(backupCommand.run(from, { to: file })).rejects.toThrow(
      `There is a file ${file} already; a backup never overwrites one.`,
    )
    const names = (await readdir(source.dataFolder)).filter((name) => name.includes('whole'))
    expect(names).toEqual(['whole.ndjson.gz'])
  })

  test('into a folder gets its own name', async () => {
    const folder = join(source.dataFolder, 'backups')
    await mkdir(folder)
    const { file: made } = await backupCommand.run(from, { to: folder })
    expect(await readdir(folder)).toEqual([String(made).slice(folder.length + 1)])
    expect(made).toMatch(/\/playhead-\d{4}-\d\d-\d\dT[\d-]+Z\.ndjson\.gz$/)
  })

  test('into a folder that is missing is refused in one sentence', async () => {
    const nowhere = join(source.dataFolder, 'missing/file.gz')
    await expect(backupCommand.run(from, { to: nowhere })).rejects.toThrow(
      `The backup ${nowhere} cannot be written (ENOENT).`,
    )
  })

  test('that fails midway leaves no file', async () => {
    const outbox = join(source.dataFolder, 'outbox')
    await mkdir(join(outbox, 'unreadable.json'))
    const folder = join(source.dataFolder, 'failed')
    await mkdir(folder)
    await expect(backupCommand.run(from, { to: folder })).rejects.toThrow('(EISDIR)')
    expect(await readdir(folder)).toEqual([])
    await rm(join(outbox, 'unreadable.json'), { recursive: true })
  })
})

describe('a restored server', () => {
  beforeAll(async () => {
    // Failed tries of strangers, which every public server has, are no reason to refuse.
    await target.call('/ui/v1/session', { body: { session: { email: 'x@y.example', password } } })
    await restoreCommand.run(into, { from: file })
  })

  test('has every row of every table as it was, to the microsecond and the last digit', async () => {
    const before = await readTableTexts(source.database)
    // The storage was compared with what was restored.
    expect(await readTableTexts(target.database)).toEqual({
      ...before,
      storage_checks: [expect.any(String)],
      // When it was made is noted after it.
      server_state: [],
    })
    expect(before['samples']).toHaveLength(1000)
    expect(before['users']).toHaveLength(3)
    expect(before['samples']?.join()).toContain('2026-03-29 01:30:00.123456+00')
  })

  test('goes on counting where the other one stopped', async () => {
    const sequences = await listSequences(target.database)
    expect(sequences).toContainEqual({ name: 'samples_id_seq', value: '1003' })
    expect(sequences).toEqual(await listSequences(source.database))
  })

  test('lets people in with the password and the session that they had', async () => {
    const session = { email: 'ada@example.com', password }
    expect((await target.call('/ui/v1/session', { body: { session } })).status).toBe(201)
  })

  test('opens sealed secrets at once and after a restart', async () => {
    const [row] = await readRows(target.database, 'sso_connections')
    const sealed = String(row?.['client_secret_sealed'])
    expect(into.vault.open(sealed)).toBe('the secret of the provider')
    expect(await readEverything(into)).toMatchObject({
      secret: (await readEverything(from)).secret,
      keys: ['server-secret'],
    })
    expect((await stat(join(target.dataFolder, 'keys/server-secret'))).mode & 0o777).toBe(0o600)
  })

  test('has the views that players reported, to the last digit', async () => {
    const before = await readAnalytics(from.clickhouse)
    expect(await readAnalytics(into.clickhouse)).toEqual(before)
    expect(before['views']).toHaveLength(1)
    expect(before['views']?.join()).toContain('2026-09-21T')
    expect(before['views']?.join()).toContain('0.012345678901234567')
  })

  test('keeps the mail of the outbox', async () => {
    expect(await target.mails()).toEqual(await source.mails())
    expect(await target.mails()).toHaveLength(1)
  })

  test('takes no second backup, and stays as it is', async () => {
    const before = await readEverything(into)
    await expect(restoreCommand.run(into, { from: file })).rejects.toThrow(
      'This server already has people or organizations. Restore into a new data folder, started with PLAYHEAD_DEMO=0.',
    )
    expect(await readEverything(into)).toEqual(before)
  })

  test('can itself be backed up to the same content', async () => {
    const again = join(target.dataFolder, 'again.gz')
    await backupCommand.run(into, { to: again })
    const sorted = async (path: string) =>
      (await readLines(path))
        .slice(1, -1)
        .map((line) => JSON.stringify(line))
        .toSorted()
    const [one, other] = await Promise.all([sorted(file), sorted(again)])
    expect(other).toEqual(expect.arrayContaining(one))
    // The sign-in above and the check of the storage left rows in the restored server.
    const added = other.filter((line) => !one.includes(line))
    expect(
      added.every((line) => /"table":"(sessions|attempts|changes|storage_checks)"/.test(line)),
    ).toBe(true)
  })
})

describe('a backup of an older version', async () => {
  const newer = await startTestApp([], { clickhouse: await makeTestClickHouse() })

  test('is taken: columns and tables that came later fill themselves', async () => {
    const app = await makeKeys(newer.app)
    const [header, ...lines] = await readLines(file)
    const { tables, sequences, migrations } = header.stores.postgres
    migrations.pop()
    for (const name of ['samples', 'a_sample_part', 'server_state']) delete tables[name]
    delete sequences.samples_id_seq
    tables.users = tables.users.filter((name: string) => name !== 'starred_dimensions')
    for (const { table, row } of lines) if (table === 'users') delete row.starred_dimensions
    const path = join(newer.dataFolder, 'older.gz')
    await makeForgedFile(path, [header, ...lines.filter(({ table }) => !/sample/.test(table))])
    await restoreCommand.run(app, { from: path })
    const people = await readRows(newer.database, 'users')
    expect(people.map((row) => row['starred_dimensions'])).toEqual([[], [], []])
  })
})

if (isLongRun())
  describe('while people go on working', async () => {
    const busy = await startTestApp([], { clickhouse: await makeTestClickHouse() })
    const empty = await startTestApp([], { clickhouse: await makeTestClickHouse() })

    test('a backup holds one moment: no row without the one it belongs to', async () => {
      const app = await makeKeys(busy.app)
      const make = aFactory(busy.database)
      const done = new AbortController()
      const work = async () => {
        while (!done.signal.aborted) await make.world()
      }
      const workers = [work(), work()]
      await make.world()
      const path = join(busy.dataFolder, 'busy.gz')
      const counts = await backupCommand.run(app, { to: path })
      done.abort()
      await Promise.all(workers)
      const restored = await makeKeys(empty.app)
      await restoreCommand.run(restored, { from: path })
      expect(await countRows(empty.database, 'organizations')).toBeGreaterThan(0)
      const { storage_checks: _, ...tables } = await readTableTexts(empty.database)
      expect(counts['counts']).toMatchObject({ postgres: Object.values(tables).flat().length })
    })
  })

test('a relative path is refused, because the server runs in another folder than the command', async () => {
  for (const { options } of [backupCommand, restoreCommand])
    expect(options.safeParse({ to: 'x.gz', from: 'x.gz' }).success).toBe(false)
})

test('the age of the newest backup is watched once there is one', async () => {
  const { app, clock } = await startTestApp([], { clickhouse: await makeTestClickHouse() })
  const from = await makeKeys(app)
  expect(await checkNewestBackup(from)).toEqual({
    level: 'well',
    sentence: 'There is no backup yet.',
  })
  await backupCommand.run(from, { to: join(app.settings.dataFolder, 'watched.ndjson.gz') })
  clock.advance(47 * 3600)
  expect(await checkNewestBackup(from)).toMatchObject({ level: 'well' })
  clock.advance(2 * 3600)
  expect(await checkNewestBackup(from)).toEqual({
    level: 'warning',
    sentence: expect.stringMatching(
      /^The newest backup is from \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC, more than 48 hours ago\.$/,
    ),
  })
})
