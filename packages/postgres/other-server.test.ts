import { postgresMigrations } from '@playhead/testing/engines/test-postgres.ts'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connect, type ConnectedDatabase } from './client.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

const run = promisify(execFile)
const installations = '/usr/lib/postgresql'
const [programs] = existsSync(installations)
  ? readdirSync(installations).map((version) => join(installations, version, 'bin'))
  : []
const isRoot = process.getuid?.() === 0

if (programs === undefined) {
  console.log(
    `Skipped: the client against a Postgres of one's own, because none is installed in ${installations}.`,
  )
}

describe.skipIf(programs === undefined)("a Postgres of one's own, given by its address", () => {
  const password = 'p@ss:wörd/%'
  let folder = ''
  let user = {}
  let database: ConnectedDatabase

  const control = (...args: string[]) =>
    run(join(programs ?? '', 'pg_ctl'), ['-D', join(folder, 'cluster'), '-w', ...args], {
      ...user,
      cwd: folder,
    })
  const start = () =>
    control(
      '-o',
      `-c listen_addresses= -c unix_socket_directories=${folder}`,
      '-l',
      join(folder, 'log'),
      'start',
    )

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'playhead-other-'))
    await writeFile(join(folder, 'password'), password)
    if (isRoot) {
      const [id, group] = await Promise.all([
        run('id', ['-u', 'postgres']),
        run('id', ['-g', 'postgres']),
      ])
      user = { uid: Number(id.stdout), gid: Number(group.stdout) }
      for (const path of [folder, join(folder, 'password')]) {
        await chown(path, Number(id.stdout), Number(group.stdout))
      }
    }
    const options = [
      '-U',
      'owner',
      '-A',
      'scram-sha-256',
      `--pwfile=${join(folder, 'password')}`,
      '-E',
      'UTF8',
    ]
    await run(
      join(programs ?? '', 'initdb'),
      ['-D', join(folder, 'cluster'), '--no-sync', ...options],
      {
        ...user,
        cwd: folder,
      },
    )
    await start()
    const address = `postgres://owner:${encodeURIComponent(password)}@localhost/postgres?host=${encodeURIComponent(folder)}`
    database = connect(address, { statementTimeoutSeconds: 2 })
  })

  afterAll(async () => {
    await database.close()
    await control('-m', 'immediate', 'stop').catch(() => {})
    await rm(folder, { recursive: true })
  })

  test('is asked with bound values, typed rows and transactions', async () => {
    const Row = z.object({ version: z.coerce.number(), text: z.string(), moment: z.date() })
    const moment = new Date('2026-11-21T00:00:00.001Z')
    const row = await database.row(
      Row,
      sql`SELECT current_setting('server_version_num') AS version, ${`'; --`}::text AS text, ${moment}::timestamptz AS moment`,
    )
    expect(row.version).toBeGreaterThanOrEqual(130_000)
    expect(row).toMatchObject({ text: `'; --`, moment })
    await database.run(sql`CREATE TABLE things (id int PRIMARY KEY)`)
    const failing = database.transaction(async (transaction) => {
      await transaction.run(sql`INSERT INTO things VALUES (1)`)
      await transaction.run(sql`INSERT INTO things VALUES (1)`)
    })
    await expect(failing).rejects.toThrow(/things_pkey/)
    expect(await database.rows(z.object({ id: z.number() }), sql`SELECT id FROM things`)).toEqual(
      [],
    )
    await expect(database.run(sql`SELECT pg_sleep(30)`)).rejects.toThrow(/statement timeout/)
  })

  test('takes every migration of the program', async () => {
    const files = (await readdir(postgresMigrations)).filter((name) => name.endsWith('.sql'))
    expect(await migrate(database, postgresMigrations)).toEqual(files.toSorted())
  })

  test('is DatabaseUnavailable while it is stopped and answers again when it is back', async () => {
    await control('-m', 'fast', 'stop')
    const error = await database.check().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect((error as DatabaseUnavailable).publicMessage).not.toContain(encodeURIComponent(password))
    await start()
    await database.check()
  })
})
