import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFailed, test } from 'vitest'
import { aCollectedEnvironment } from '@playhead/collector/runtime/testing-collector.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { RandomNumber } from '../video/random-number.ts'
import { operatorOf } from '../video/uploads-program.ts'
import { answersOf, collectPastViews, dayMs, makeReader, writeOldViews } from './rebuild-views.ts'
import { ageRows, countReplacedSums, listCollectedViews, printOfRows } from './rebuild-views.sql.ts'
import { type RunningProgram, startProgram, temporaryFolder } from './running-program.ts'

const pastDays = 2
const viewsPerDay = 200
const oldAges = [140, 141, 142]
const oldViewsPerDay = 500
const stopWithinMs = 15_000

const database = await makeTestDatabase()
const clickhouse = await makeTestClickHouse()
const { folder, remove } = await temporaryFolder()
afterAll(remove)

/** Engines that survive the kills, so that starts are fast and rows can be checked. */
const settings = {
  PLAYHEAD_DATA: folder,
  PLAYHEAD_DEMO: '0',
  DATABASE_URL: database.url,
  CLICKHOUSE_URL: clickhouse.url,
}
const operate = operatorOf(folder)
const tool = join(import.meta.dirname, '../../tools/playhead.mjs')
const seed = Date.now() % 1_000_000
const random = new RandomNumber(seed)

let program: RunningProgram = await startProgram(settings)
afterAll(() => program.kill('SIGTERM'))
const reader = await makeReader(operate)
const tenant = { id: reader.environmentId, clickhouse }
const environment = aCollectedEnvironment({ id: tenant.id, key: reader.environmentKey })
await collectPastViews(clickhouse, environment, { days: pastDays, viewsPerDay })
const file = join(folder, 'old.ndjson')
await writeOldViews(file, oldAges, oldViewsPerDay)
await operate('import', '--file', file, '--environment', tenant.id)
await operate('rollup')
const viewIds = await listCollectedViews(tenant, 4)
const ask = () => answersOf({ url: program.url, authorization: reader.authorization }, viewIds)
const before = await ask()
const rowsBefore = await printOfRows(tenant, 'views')
const packedBefore = await printOfRows(tenant, 'packed_views')

/** Starts a command that is killed, or whose server is killed. */
const begin = (...words: string[]): { command: ChildProcess; ended: Promise<unknown> } => {
  const command = spawn(process.execPath, [tool, ...words], {
    env: { ...process.env, PLAYHEAD_DATA: folder },
    stdio: 'ignore',
  })
  return { command, ended: once(command, 'exit') }
}

const millisecondsOf = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Moments as fractions of the command's usual duration. */
const moments = {
  'at once': [0, 0.1],
  'in the middle': [0.2, 0.8],
  'before the end': [0.85, 1],
} as const

const untilMoment = (moment: keyof typeof moments, usualMs: number) => {
  const [from, until] = moments[moment]
  return pause(usualMs * (from + ((until - from) * random.below(1000)) / 1000))
}

const killDuring = async (
  words: readonly string[],
  moment: keyof typeof moments,
  usualMs: number,
  victim: 'command' | 'program' | 'program, politely',
) => {
  const { command, ended } = begin(...words)
  await untilMoment(moment, usualMs)
  if (victim === 'command') command.kill('SIGKILL')
  else {
    const stopMs = await millisecondsOf(() =>
      program.kill(victim === 'program' ? 'SIGKILL' : 'SIGTERM'),
    )
    expect(stopMs).toBeLessThan(stopWithinMs)
    program = await startProgram(settings)
  }
  await ended
}

/** Two kills show both victims; the moments vary with the seed. */
const kills = howMany('rebuild-kills', { usual: 2, long: 3, release: 5 })

const rounds = [
  ['program', 'in the middle'],
  ['command', 'in the middle'],
  ['program', 'at once'],
  ['program, politely', 'in the middle'],
  ['program', 'before the end'],
] as const

describe('killed while', { timeout: 300_000 }, () => {
  test('views are rebuilt: answers stay as they were, also when it came to its end and when it runs twice', async () => {
    onTestFailed(() => console.error(`The seed was ${seed}.`))
    expect(rowsBefore?.rows).toBeGreaterThan(pastDays * viewsPerDay * 0.9)
    await ageRows(tenant, environment.retentionDays)
    expect(await printOfRows(tenant, 'views')).not.toEqual(rowsBefore)
    expect(await ask()).toEqual(before)
    const usualMs = await millisecondsOf(() => operate('rebuild'))
    expect(await printOfRows(tenant, 'views')).toEqual(rowsBefore)

    for (const [victim, moment] of rounds.slice(0, kills)) {
      await ageRows(tenant, environment.retentionDays)
      await killDuring(['rebuild'], moment, usualMs, victim)
      expect(await ask()).toEqual(before)
    }
    await ageRows(tenant, environment.retentionDays)
    await Promise.all([operate('rebuild'), operate('rebuild')])
    expect(await printOfRows(tenant, 'views')).toEqual(rowsBefore)
    expect(await printOfRows(tenant, 'packed_views')).toEqual(packedBefore)
    expect(await ask()).toEqual(before)
    const views = pastDays * viewsPerDay
    expect(await operate('rebuild')).toEqual({ views, unchanged: views, written: 0, removed: 0 })
  })

  test('days are added up: answers stay as they were, and nothing is left of what did not come to its end', async () => {
    onTestFailed(() => console.error(`The seed was ${seed}.`))
    const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
    const old = ['rollup', '--environment', tenant.id, '--from', ago(142), '--until', ago(140)]
    const usualMs = await millisecondsOf(() => operate(...old))
    for (const [victim, moment] of rounds.slice(-Math.max(1, kills - 2))) {
      await killDuring(old, moment, usualMs, victim)
      expect(await ask()).toEqual(before)
    }
    // These days are due for rollup, because their rows are new.
    await killDuring(['rollup'], 'in the middle', usualMs, 'program')
    expect(await ask()).toEqual(before)
    await Promise.all([operate(...old), operate(...old), operate('rollup')])
    expect(await ask()).toEqual(before)
    // What a killed program asked of the engine may come to its end later: the next rollup removes it.
    const countLeft = () => operate('rollup').then(() => countReplacedSums(tenant))
    await expect.poll(countLeft).toBe(0)
    expect(await ask()).toEqual(before)
  })
})
