import { isLongRun } from '@playhead/testing/how-many.ts'
import { listProcessesOf, startEngineProgram } from '@playhead/testing/engines/programs.ts'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { connect } from './client.ts'
import { ClickHouseUnavailable } from './clickhouse-unavailable.ts'
import { startClickHouse, type EngineClickHouse } from './launcher.ts'
import { awaitLeftoverEngine } from './leftover-engine.ts'
import { sql } from './sql.ts'

const Count = z.object({ count: z.number() })
let folder = ''
const engines: EngineClickHouse[] = []
const logged: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playhead-clickhouse-'))
})

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  logged.length = 0
  await rm(folder, { recursive: true })
})

async function start(
  options: Partial<Parameters<typeof startClickHouse>[0]> = {},
): Promise<EngineClickHouse> {
  const engine = await startClickHouse({
    dataFolder: join(folder, 'data'),
    log: (line) => void logged.push(line),
    ...options,
  })
  engines.push(engine)
  return engine
}

async function engineProcess(): Promise<number> {
  const processes = await listProcessesOf(join(folder, 'data'))
  const found = processes.find(({ command }) => command.includes('engine-process.mjs'))
  if (found === undefined) {
    const states = engines.map((engine) => engine.status())
    throw new Error(['No engine runs.', ...states, ...logged].join('\n'))
  }
  return found.id
}

async function countWritten(engine: EngineClickHouse): Promise<number> {
  const clickhouse = connect(engine)
  const [row] = await clickhouse.rows(Count, sql`SELECT uniqExact(id) AS count FROM written`)
  await clickhouse.close()
  return row?.count ?? 0
}

const writtenTable = sql`CREATE TABLE written (id UInt64)
  ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

test('the first start makes the files, the second finds them, both within moments', async () => {
  const firstAt = Date.now()
  const engine = await start()
  const firstMilliseconds = Date.now() - firstAt
  expect(engine.status()).toBe('ready')
  const clickhouse = connect(engine)
  await clickhouse.command(writtenTable)
  await clickhouse.insert('written', [{ id: 1 }])
  await clickhouse.close()
  const stopAt = Date.now()
  await engine.stop()
  const stopMilliseconds = Date.now() - stopAt
  expect(stopMilliseconds).toBeLessThan(5_000)
  expect(engine.status()).toBe('stopped')
  expect(await listProcessesOf(folder)).toEqual([])

  const secondAt = Date.now()
  const again = await start()
  console.log(
    `ClickHouse: first start ${firstMilliseconds} ms, stop ${stopMilliseconds} ms, second ${Date.now() - secondAt} ms`,
  )
  expect(await countWritten(again)).toBe(1)
})

test('only the password opens it, and it reads no files for anybody else', async () => {
  const engine = await start()
  const base = new URL(engine.url).origin
  const strangers: Record<string, string>[] = [
    {},
    { 'X-ClickHouse-User': 'default' },
    { Authorization: `Basic ${btoa('default:')}` },
  ]
  for (const headers of strangers) {
    for (const query of ['SELECT 1', "SELECT file('/etc/hostname')", 'SYSTEM STOP LISTEN HTTP']) {
      const answer = await fetch(base, { method: 'POST', body: query, headers })
      expect(answer.status).toBe(404)
    }
  }
  for (const name of ['password', 'config.xml', 'users.xml']) {
    expect((await stat(join(folder, 'data', name))).mode & 0o777).toBe(0o600)
  }
  const clickhouse = connect(engine)
  const fromFile = sql`SELECT * FROM file('/etc/hostname', 'LineAsString')`
  await expect(clickhouse.rows(z.object({}), fromFile)).rejects.toThrow(/not enough privileges/i)
  await clickhouse.close()
})

test('memory is capped', async () => {
  const clickhouse = connect(await start(), { maximumQueryBytes: 50_000_000 })
  const Setting = z.object({ name: z.string(), value: z.coerce.number() })
  const settings = await clickhouse.rows(
    Setting,
    sql`SELECT name, value FROM system.server_settings
      WHERE name IN ('max_server_memory_usage', 'mark_cache_size') ORDER BY name`,
  )
  expect(settings[0]).toEqual({ name: 'mark_cache_size', value: 2 ** 28 })
  expect(settings[1]?.value).toBeGreaterThanOrEqual(2 ** 30)
  expect(settings[1]?.value).toBeLessThanOrEqual(2 ** 33)
  const greedy = sql`SELECT length(groupArray(number)) AS count FROM numbers(100000000)`
  await expect(clickhouse.rows(Count, greedy)).rejects.toThrow(/memory limit/i)
  await clickhouse.close()
})

test('an engine that is killed comes back by itself at the same address with every acknowledged row', async () => {
  const engine = await start()
  const statuses: string[] = []
  engine.onStatus((status) => statuses.push(status))
  const clickhouse = connect(engine)
  await clickhouse.command(writtenTable)
  let acknowledged = 0
  const failures: unknown[] = []
  const writing = (async () => {
    while (statuses.at(-1) !== 'ready') {
      try {
        await clickhouse.insert('written', [{ id: acknowledged + 1 }])
        acknowledged++
      } catch (error) {
        failures.push(error)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  })()
  await expect.poll(() => acknowledged).toBeGreaterThan(50)
  process.kill(await engineProcess(), 'SIGKILL')
  await writing
  expect(statuses).toEqual(['restarting', 'ready'])
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toBeInstanceOf(ClickHouseUnavailable)
  await clickhouse.close()
  expect(await countWritten(engine)).toBeGreaterThanOrEqual(acknowledged)
})

test.runIf(isLongRun())(
  'an engine that is frozen is killed and comes back with every row',
  async () => {
    const lines: string[] = []
    const engine = await start({ silenceSeconds: 3, log: (line) => lines.push(line) })
    const clickhouse = connect(engine)
    await clickhouse.command(writtenTable)
    await clickhouse.insert('written', [{ id: 1 }])
    process.kill(await engineProcess(), 'SIGSTOP')
    await expect(countWritten(engine)).rejects.toBeInstanceOf(ClickHouseUnavailable)
    await expect.poll(() => lines).toContain('ClickHouse is ready again')
    expect(lines).toContain('ClickHouse has not responded for 3 seconds: it is killed')
    expect(await countWritten(engine)).toBe(1)
    await clickhouse.close()
  },
)

test.runIf(isLongRun())(
  'a frozen engine does not hold up the stop of its program for long',
  async () => {
    const engine = await start()
    process.kill(await engineProcess(), 'SIGSTOP')
    await engine.stop()
    await expect(engineProcess()).rejects.toThrow('No engine runs.')
  },
)

test.runIf(isLongRun())(
  'no engine outlives a killed program, and the next one finds every acknowledged row',
  async () => {
    const data = join(folder, 'data')
    const program = startEngineProgram('clickhouse', data)
    await program.wrote(100)
    const orphan = await engineProcess()
    await program.kill()
    const acknowledged = program.acknowledged()
    const killedAt = Date.now()
    const engine = await start()
    console.log(`ClickHouse: ready ${Date.now() - killedAt} ms after its program was killed`)
    expect(await engineProcess()).not.toBe(orphan)
    const count = await countWritten(engine)
    expect(count).toBeGreaterThanOrEqual(acknowledged)
    expect(count).toBeLessThanOrEqual(acknowledged + 1)
  },
)

test.runIf(isLongRun())('the engine of a program killed at any moment ends by itself', async () => {
  const running = startEngineProgram('clickhouse', join(folder, 'data'))
  await running.wrote(1)
  await running.kill()
  await expect.poll(() => listProcessesOf(folder)).toEqual([])

  const starting = startEngineProgram('clickhouse', join(folder, 'data'))
  const engineIsThere = async () =>
    (await listProcessesOf(folder)).some(({ command }) => command.includes('engine-process.mjs'))
  await expect.poll(engineIsThere, { interval: 10 }).toBe(true)
  await starting.kill()
  await expect.poll(() => listProcessesOf(folder)).toEqual([])
})

test('a second program on the same folder is refused and harms nothing', async () => {
  const engine = await start()
  const before = await engineProcess()
  await expect(awaitLeftoverEngine(join(folder, 'data'), 500)).rejects.toThrow(
    `The analytics data in ${join(folder, 'data')} are in use by another running program (engine process ${before}).`,
  )
  const clickhouse = connect(engine)
  await clickhouse.check()
  await clickhouse.close()
})
