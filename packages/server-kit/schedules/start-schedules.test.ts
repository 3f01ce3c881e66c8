import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import type { App } from '../app.ts'
import type { Schedule } from '../feature.ts'
import { startSchedules, type RunningSchedules } from './start-schedules.ts'
import { setDue, readSchedule, setLease } from './testing-schedules.sql.ts'

const { app, database, dataFolder, logLines } = await startTestApp([])
const dayInSeconds = 86_400

/** Processes of one installation share the databases, and each has a separate data folder. */
const processNamed = (name: string): App => ({
  ...app,
  settings: { ...app.settings, dataFolder: join(dataFolder, name) },
})

const running = new Set<RunningSchedules>()
const start = async (name: string, schedules: Schedule[]) => {
  const started = await startSchedules(processNamed(name), schedules, {
    tickMs: 25,
    leaseSeconds: 2,
    firstAfterSeconds: 0,
  })
  running.add(started)
  return started
}
afterEach(async () => {
  for (const one of running) await one.stop()
  running.clear()
})

test('of two processes only one runs a due schedule; a restart neither repeats nor skips it', async () => {
  let runs = 0
  let beats = 0
  const daily = {
    name: 'daily',
    everySeconds: dayInSeconds,
    run: async () => void (runs += 1),
  }
  const beat = { name: 'beat', everySeconds: 1, run: async () => void (beats += 1) }
  await Promise.all([start('one', [daily, beat]), start('other', [daily, beat])])
  await expect.poll(() => beats).toBe(3)
  expect(runs).toBe(1)
  for (const one of running) await one.stop()
  expect((await readSchedule(database, 'daily')).due_in_seconds).toBeGreaterThan(dayInSeconds - 60)

  const before = beats
  await start('one', [daily, beat])
  await expect.poll(() => beats).toBe(before + 2)
  expect(runs).toBe(1)
  await setDue(database, 'daily', -3_600)
  await expect.poll(() => runs).toBe(2)
})

if (isLongRun())
  test('runs of two processes never overlap, however long they take', async () => {
    let atOnce = 0
    let most = 0
    let runs = 0
    const long: Schedule = {
      name: 'longer than its lease',
      everySeconds: 1,
      run: async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        atOnce -= 1
        runs += 1
      },
    }
    await Promise.all([start('one', [long]), start('other', [long])])
    await expect.poll(() => runs).toBe(2)
    expect(most).toBe(1)
  })

if (isLongRun())
  test('a process that is killed in the middle loses the run to another one', async () => {
    const name = 'held by a program that is killed'
    const script = join(import.meta.dirname, '../../testing/schedule-program.ts')
    const holder = spawn(
      process.execPath,
      ['--import', 'tsx', script, database.url, join(dataFolder, 'killed'), name],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(holder.stdout, 'data')
    let isTakenOver = false
    await start('other', [{ name, everySeconds: 1, run: async () => void (isTakenOver = true) }])
    expect(await readSchedule(database, name)).toMatchObject({ is_held: true, failures: 1 })
    const gone = once(holder, 'exit')
    holder.kill('SIGKILL')
    await gone
    expect(isTakenOver).toBe(false)
    await expect.poll(() => isTakenOver).toBe(true)
    await expect.poll(() => readSchedule(database, name)).toMatchObject({ failures: 0 })
  })

test('a run that failed is tried again within seconds, ever more patiently, and not a day later', async () => {
  const name = 'fails twice'
  let runs = 0
  const failing: Schedule = {
    name,
    everySeconds: dayInSeconds,
    run: async () => {
      runs += 1
      if (runs < 3) throw new Error('out of paper')
    },
  }
  await start('one', [failing])
  await expect
    .poll(() => readSchedule(database, name))
    .toMatchObject({
      is_held: false,
      failures: 1,
      last_error: 'out of paper',
    })
  expect((await readSchedule(database, name)).due_in_seconds).toBeGreaterThan(5)
  expect((await readSchedule(database, name)).due_in_seconds).toBeLessThanOrEqual(10)
  const line = logLines.find((one) => one.includes(name))!
  expect(JSON.parse(line)).toMatchObject({
    message: 'schedule failed',
    failures: 1,
    next_try_at: expect.any(String),
  })

  await setDue(database, name, 0)
  await expect.poll(() => readSchedule(database, name)).toMatchObject({ failures: 2 })
  await expect.poll(async () => (await readSchedule(database, name)).due_in_seconds > 15).toBe(true)
  await setDue(database, name, 0)
  await expect
    .poll(() => readSchedule(database, name))
    .toMatchObject({ is_held: false, failures: 0, last_error: null })
  expect((await readSchedule(database, name)).due_in_seconds).toBeGreaterThan(dayInSeconds - 60)
})

const endless = (name: string, onSignal: (signal: AbortSignal) => void): Schedule => ({
  name,
  everySeconds: dayInSeconds,
  run: (_, signal) =>
    new Promise((_resolve, reject) => {
      onSignal(signal!)
      signal!.addEventListener('abort', () => reject(signal!.reason as Error))
    }),
})

test('a run whose lease went to another process is asked to end and writes nothing', async () => {
  const name = 'taken over'
  let signal: AbortSignal | undefined
  await start('one', [endless(name, (given) => (signal = given))])
  await expect.poll(() => signal).toBeDefined()
  await setLease(database, name)
  await expect.poll(() => signal!.aborted).toBe(true)
  expect(await readSchedule(database, name)).toMatchObject({ is_held: true, failures: 1 })
  expect(logLines.join('\n')).toContain('a schedule was lost to another process')
})

test('a program that stops gives its run back, due for the next one', async () => {
  const name = 'given back'
  let begun = 0
  const stopped = await start('one', [endless(name, () => (begun += 1))])
  await expect.poll(() => begun).toBe(1)
  await stopped.stop()
  const { is_held: isHeld, failures, due_in_seconds: due } = await readSchedule(database, name)
  expect([isHeld, failures, due <= 0]).toEqual([false, 0, true])
  await start('other', [endless(name, () => (begun += 1))])
  await expect.poll(() => begun).toBe(2)
})

test('a schedule for the data folder runs in each process that has one', async () => {
  const folders: string[] = []
  const local: Schedule = {
    name: 'local',
    everySeconds: dayInSeconds,
    isOfFolder: true,
    run: async ({ settings }) => void folders.push(settings.dataFolder),
  }
  await Promise.all([start('one', [local]), start('other', [local])])
  await expect.poll(() => folders.length).toBe(2)
  expect(folders.toSorted()).toEqual([join(dataFolder, 'one'), join(dataFolder, 'other')])
})
