import { isLongRun } from '@playhead/testing/how-many.ts'
import { listProcessesOf, startEngineProgram } from '@playhead/testing/engines/programs.ts'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { connect } from './client.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { startPostgres, type EnginePostgres } from './launcher.ts'
import { childrenOf, endLeftoverEngine } from './leftover-engine.ts'
import { sql } from './sql.ts'

const isRoot = process.getuid?.() === 0
const Count = z.object({ count: z.number() })
let folder = ''
const engines: EnginePostgres[] = []

/** Files of an engine that was started and stopped once: most tests do not need files of their own making. */
let template = ''

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'playhead-postgres-'))
  await chmod(template, 0o755)
  const data = join(template, 'data')
  const engine = await startPostgres({ dataFolder: data, log: () => {} })
  await engine.stop()
})

afterAll(() => rm(template, { recursive: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playhead-postgres-'))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  await rm(folder, { recursive: true })
})

async function start(
  dataFolder = join(folder, 'data'),
  lines: string[] = [],
  options: { silenceSeconds?: number } = {},
): Promise<EnginePostgres> {
  const engine = await startPostgres({ dataFolder, log: (line) => lines.push(line), ...options })
  engines.push(engine)
  return engine
}

/** A data folder with the files of the template; their owners and modes stay. */
async function makeUsedFolder(dataFolder = join(folder, 'data')): Promise<string> {
  await mkdir(join(dataFolder, '..'), { recursive: true })
  await promisify(execFile)('cp', ['-a', join(template, 'data'), dataFolder])
  return dataFolder
}

async function postmaster(dataFolder = join(folder, 'data')): Promise<number> {
  return Number((await readFile(join(dataFolder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0])
}

async function countWritten(engine: EnginePostgres): Promise<number> {
  const database = connect(engine)
  const { count } = await database.row(Count, sql`SELECT count(*) AS count FROM written`)
  await database.close()
  return count
}

async function setting(engine: EnginePostgres, name: string): Promise<string> {
  const database = connect(engine)
  const Value = z.object({ value: z.string() })
  const { value } = await database.row(Value, sql`SELECT current_setting(${name}) AS value`)
  await database.close()
  return value
}

test('the first start makes the files, the second finds them, both within moments', async () => {
  const firstAt = Date.now()
  const engine = await start()
  const firstMilliseconds = Date.now() - firstAt
  expect(engine.status()).toBe('ready')
  expect(await setting(engine, 'fsync')).toBe('on')
  expect(await setting(engine, 'shared_buffers')).toBe('128MB')
  expect(await setting(engine, 'listen_addresses')).toBe('')
  const database = connect(engine)
  await database.run(sql`CREATE TABLE written AS SELECT 1 AS id`)
  await database.close()
  await engine.stop()
  expect(engine.status()).toBe('stopped')
  expect(await listProcessesOf(folder)).toEqual([])

  const secondAt = Date.now()
  const again = await start()
  console.log(`Postgres: first start ${firstMilliseconds} ms, second ${Date.now() - secondAt} ms`)
  expect(await countWritten(again)).toBe(1)
})

test('others can neither open the socket nor read the password', async () => {
  const engine = await start()
  const data = join(folder, 'data')
  expect((await stat(join(data, 'password'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(data, 'socket'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(data, 'cluster'))).mode & 0o777).toBe(0o700)
  const url = new URL(engine.url)
  url.password = ''
  const stranger = connect(url.href)
  await expect(stranger.check()).rejects.toThrow(/password/)
  await stranger.close()
})

test('an engine that is killed comes back by itself with every acknowledged row', async () => {
  const engine = await start(await makeUsedFolder())
  const statuses: string[] = []
  engine.onStatus((status) => statuses.push(status))
  const database = connect(engine)
  await database.run(sql`CREATE TABLE written (id bigint)`)
  let acknowledged = 0
  const failures: unknown[] = []
  const writing = (async () => {
    while (statuses.at(-1) !== 'ready') {
      try {
        await database.run(sql`INSERT INTO written VALUES (${acknowledged + 1})`)
        acknowledged++
      } catch (error) {
        failures.push(error)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  })()
  await expect.poll(() => acknowledged).toBeGreaterThan(50)
  process.kill(await postmaster(), 'SIGKILL')
  await writing
  expect(statuses).toEqual(['restarting', 'ready'])
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toBeInstanceOf(DatabaseUnavailable)
  // A row may be written although its acknowledgement was lost; never the other way round.
  const { count } = await database.row(Count, sql`SELECT count(DISTINCT id) AS count FROM written`)
  expect(count).toBeGreaterThanOrEqual(acknowledged)
  await database.close()
})

const freeze = async (dataFolder: string) => {
  const first = await postmaster(dataFolder)
  // The first one stops before its children are listed, so that it starts no others.
  process.kill(first, 'SIGSTOP')
  for (const child of await childrenOf(first)) {
    try {
      process.kill(child, 'SIGSTOP')
    } catch (error) {
      // A child may end by itself before its signal arrives.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

test.runIf(isLongRun())(
  'an engine that is frozen with its connections is killed and comes back with every row',
  async () => {
    const dataFolder = await makeUsedFolder()
    const lines: string[] = []
    const engine = await start(dataFolder, lines, { silenceSeconds: 3 })
    const database = connect(engine)
    await database.run(sql`CREATE TABLE written (id bigint)`)
    await database.run(sql`INSERT INTO written VALUES (1)`)
    await freeze(dataFolder)
    await expect(countWritten(engine)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(() => lines).toContain('Postgres is ready again')
    expect(lines).toContain('Postgres has not responded for 3 seconds: it is killed')
    expect(await countWritten(engine)).toBe(1)
    await database.close()
  },
)

test.runIf(isLongRun())(
  'a frozen engine does not hold up the stop of its program for long',
  async () => {
    const engine = await start(await makeUsedFolder())
    await freeze(join(folder, 'data'))
    await engine.stop()
    const commands = async () =>
      (await listProcessesOf(join(folder, 'data'))).map(({ command }) => command)
    // A killed process is in the list until the system has taken it out.
    await expect.poll(commands).toEqual([])
  },
)

test.runIf(isLongRun())(
  'no engine outlives a killed program, and the next one finds every acknowledged row',
  async () => {
    const data = await makeUsedFolder()
    const program = startEngineProgram('postgres', data)
    await program.wrote(100)
    expect((await listProcessesOf(data)).length).toBeGreaterThan(1)
    await program.kill()
    const acknowledged = program.acknowledged()
    const killedAt = Date.now()
    const engine = await start()
    console.log(`Postgres: ready ${Date.now() - killedAt} ms after its program was killed`)
    const count = await countWritten(engine)
    expect(count).toBeGreaterThanOrEqual(acknowledged)
    expect(count).toBeLessThanOrEqual(acknowledged + 1)
  },
)

test('the engine of a killed program ends by itself', async () => {
  const program = startEngineProgram('postgres', await makeUsedFolder())
  await program.wrote(1)
  await program.kill()
  await expect.poll(() => listProcessesOf(folder)).toEqual([])
})

test.runIf(isLongRun())(
  'a program killed during its first start leaves nothing that hinders the next',
  async () => {
    const data = join(folder, 'data')
    const program = startEngineProgram('postgres', data)
    const unfinished = async () =>
      (await readdir(data).catch(() => [])).filter((name) => name.startsWith('cluster'))
    await expect.poll(unfinished, { interval: 5 }).toHaveLength(1)
    await program.kill()
    const engine = await start()
    expect(await setting(engine, 'data_checksums')).toBe('on')
    expect(await readdir(data)).not.toContainEqual(expect.stringContaining('cluster.new'))
  },
)

test.runIf(isLongRun())('an engine whose guard was killed is ended and replaced', async () => {
  const lines: string[] = []
  const engine = await start(await makeUsedFolder(), lines)
  const before = await postmaster()
  const guards = (await listProcessesOf(folder)).filter(({ command }) =>
    command.includes('engine-guard'),
  )
  const restarted = new Promise<void>((resolve) =>
    engine.onStatus((status) => status === 'ready' && resolve()),
  )
  for (const { id } of guards) process.kill(id, 'SIGKILL')
  await restarted
  expect(await postmaster()).not.toBe(before)
  expect(lines.join('\n')).toContain(
    `ending the engine that a killed program left over (process ${before})`,
  )
})

test('a second program on the same folder is refused and harms nothing', async () => {
  const engine = await start(await makeUsedFolder())
  const before = await postmaster()
  await expect(endLeftoverEngine(join(folder, 'data/cluster'), () => {}, 500)).rejects.toThrow(
    `The database in ${join(folder, 'data/cluster')} is in use by another running program (engine process ${before}).`,
  )
  expect(await setting(engine, 'fsync')).toBe('on')
  expect(await postmaster()).toBe(before)
})

test('a folder whose path is too long for a socket works too', async () => {
  const data = await makeUsedFolder(join(folder, 'a-folder-with-a-long-name/'.repeat(6)))
  const engine = await start(data)
  expect(await setting(engine, 'fsync')).toBe('on')
  const elsewhere = await setting(engine, 'unix_socket_directories')
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o700)
  await engine.stop()
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT')
})

test.runIf(isRoot)(
  'root runs the engine as another user, even below a folder closed to that user',
  async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const engine = await start(join(closed, 'data'))
    expect(await setting(engine, 'fsync')).toBe('on')
    expect((await stat(join(closed, 'data/cluster'))).uid).not.toBe(0)
  },
)

test.runIf(isRoot)(
  'an ordinary user starts it as well, and root may take the folder over',
  async () => {
    const data = join(folder, 'data')
    const ordinary = 65_534
    await mkdir(data)
    await chown(data, ordinary, ordinary)
    const program = startEngineProgram('postgres', data, { uid: ordinary, gid: ordinary })
    await program.wrote(10)
    await program.kill()
    expect((await stat(join(data, 'cluster'))).uid).toBe(ordinary)
    const engine = await start()
    expect(await countWritten(engine)).toBeGreaterThanOrEqual(10)
  },
)
