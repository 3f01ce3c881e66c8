import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { aCollectedEnvironment } from '@playhead/collector/runtime/testing-collector.ts'
import { RandomNumber } from '../video/random-number.ts'
import { operatorOf } from '../video/uploads-program.ts'
import { answersOf, collectPastViews, makeReader } from './rebuild-views.ts'
import { ageRows, listCollectedViews, printOfRows } from './rebuild-views.sql.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const viewCount = 300
const kills = 2
const { folder, remove } = await temporaryFolder()
afterAll(remove)
const settings = { PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0' }
const operate = operatorOf(folder)
const seed = Date.now() % 1_000_000
const random = new RandomNumber(seed)

const listEngines = async () =>
  (await processesOf(folder))
    .filter(({ command }) => /engine-process/.test(command))
    .map(({ id }) => id)

const withEngine = async <T>(
  work: (clickhouse: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> => {
  const engine = await startClickHouse({ dataFolder: join(folder, 'clickhouse'), log: () => {} })
  const clickhouse = connect(engine)
  try {
    return await work(clickhouse)
  } finally {
    await clickhouse.close()
    await engine.stop()
  }
}

test(
  'the engine is killed while views are rebuilt: the command says so, answers stay, and the next run does the rest',
  { timeout: 300_000 },
  async () => {
    onTestFailed(() => console.error(`The seed was ${seed}.`))
    const first = await startProgram(settings)
    const reader = await makeReader(operate)
    await first.kill('SIGTERM')
    const { environmentId: id, authorization } = reader
    const environment = aCollectedEnvironment({ id, key: reader.environmentKey })
    const { viewIds, rowsBefore } = await withEngine(async (clickhouse) => {
      const tenant = { id, clickhouse }
      await collectPastViews(clickhouse, environment, { days: 1, viewsPerDay: viewCount })
      const rowsBefore = await printOfRows(tenant, 'views')
      await ageRows(tenant, environment.retentionDays)
      expect(await printOfRows(tenant, 'views')).not.toEqual(rowsBefore)
      return { viewIds: await listCollectedViews(tenant, 4), rowsBefore }
    })

    const program = await startProgram(settings)
    try {
      await operate('rollup')
      const ask = () => answersOf({ url: program.url, authorization }, viewIds)
      const before = await ask()
      for (let kill = 0; kill < kills; kill += 1) {
        const outcome = operate('rebuild').then(
          () => 'it came to its end',
          (error: unknown) => (error as { stderr: string }).stderr,
        )
        await pause(300 + random.below(900))
        const killed = await listEngines()
        expect(killed.length).toBeGreaterThan(0)
        for (const id of killed) process.kill(id, 'SIGKILL')
        expect(await outcome).toMatch(/not available|it came to its end/)
        await until('another engine is ready', async () => {
          // A program that has not seen the end of its engine yet still says that it is ready.
          const running = await listEngines()
          if (running.length === 0 || running.some((id) => killed.includes(id))) return false
          const { status } = await fetch(`${program.url}/readyz`)
          return status === 200
        })
        expect(await ask()).toEqual(before)
      }
      await operate('rebuild')
      expect(await ask()).toEqual(before)
    } finally {
      await program.kill('SIGTERM')
    }
    const rowsAfter = await withEngine((clickhouse) => printOfRows({ id, clickhouse }, 'views'))
    expect(rowsAfter).toEqual(rowsBefore)
  },
)
