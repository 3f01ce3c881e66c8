import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { settlesWithin } from '@playhead/domain/awake-pause.ts'
import { listenTo } from '@playhead/postgres/listen.ts'
import {
  insertJobs,
  setJobAge,
  setLeasesExpired,
  readJobs,
} from '@playhead/testing/rows/jobs.sql.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { cancelJobs, enqueue, jobsChannel } from './enqueue.sql.ts'
import { jobKind } from './job-kind.ts'
import { type Job, job, PermanentFailure, SubjectGone } from './job.ts'
import { startWorker, type WorkerOptions } from './worker.ts'
import { type Claim, claimJob, deleteFinishedJobs } from './worker.sql.ts'

const { app, clock, database } = await startTestApp([])

const Payload = z.object({ name: z.string() })
type Call = Parameters<Job<z.infer<typeof Payload>>['run']>[0]

let kinds = 0

const jobOf = (run: (call: Call) => Promise<void>, given: Partial<Job<{ name: string }>> = {}) => {
  kinds += 1
  return job(jobKind(`test.kind${kinds}`, Payload), {
    concurrency: 1,
    attemptsMax: 3,
    ...given,
    run,
  })
}

const add = (
  kind: string,
  name: string,
  given: { priority?: number; uniqueKey?: string; environmentId?: string } = {},
) => enqueue(database, jobKind(kind, Payload), { payload: { name }, ...given })

const work = async (jobs: ReturnType<typeof jobOf>[], options: WorkerOptions = {}) => {
  const worker = await startWorker(app, jobs, { tickMs: 100, ...options })
  onTestFinished(() => worker.stop())
  return worker
}

const statusesOf = async (kind: string) =>
  (await readJobs(database, kind)).map(({ status }) => status)

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('due jobs run once each, the smaller priority first', async () => {
  const done: string[] = []
  const made = jobOf(async ({ payload }) => void done.push(payload.name))
  await add(made.kind, 'idle', { priority: 100 })
  await add(made.kind, 'first')
  await add(made.kind, 'second')
  await runJobs(app, [{ jobs: [made] }])
  expect(done).toEqual(['first', 'second', 'idle'])
  expect(await statusesOf(made.kind)).toEqual(['done', 'done', 'done'])
})

test('a job is not added while one of its kind and key is unfinished', async () => {
  const made = jobOf(async () => {})
  expect(await add(made.kind, 'one', { uniqueKey: 'k' })).toBe(true)
  expect(await add(made.kind, 'two', { uniqueKey: 'k' })).toBe(false)
  await runJobs(app, [{ jobs: [made] }])
  expect(await add(made.kind, 'three', { uniqueKey: 'k' })).toBe(true)
  await runJobs(app, [{ jobs: [made] }])
  expect((await readJobs(database, made.kind)).map(({ payload }) => payload.name)).toEqual([
    'one',
    'three',
  ])
})

test('a change that is rolled back leaves no job', async () => {
  const made = jobOf(async () => {})
  await database
    .transaction(async (transaction) => {
      await enqueue(transaction, jobKind(made.kind, Payload), { payload: { name: 'never' } })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await readJobs(database, made.kind)).toEqual([])
})

test('a failed job is tried again later, until its tries are used up', async () => {
  let tries = 0
  const gaveUp = vi.fn(async () => {})
  const made = jobOf(
    async () => {
      tries += 1
      throw new Error(`Try ${tries} failed`)
    },
    { gaveUp, retryAfterSeconds: (attempt) => attempt * 10 },
  )
  await add(made.kind, 'bad')
  await runJobs(app, [{ jobs: [made] }])
  expect(tries).toBe(1)
  expect(await readJobs(database, made.kind)).toMatchObject([
    { status: 'queued', last_error: 'Try 1 failed' },
  ])
  clock.advance(11)
  await runJobs(app, [{ jobs: [made] }])
  expect(tries).toBe(2)
  expect(gaveUp).not.toHaveBeenCalled()
  clock.advance(21)
  await runJobs(app, [{ jobs: [made] }])
  expect(tries).toBe(3)
  expect(gaveUp).toHaveBeenCalledTimes(1)
  expect(await statusesOf(made.kind)).toEqual(['failed'])
})

test('a permanent failure is not tried again', async () => {
  const gaveUp = vi.fn(async (_: unknown, error: Error) => void error)
  const made = jobOf(
    async () => {
      throw new PermanentFailure('The file is empty.')
    },
    { gaveUp },
  )
  await add(made.kind, 'empty')
  await runJobs(app, [{ jobs: [made] }])
  expect(await readJobs(database, made.kind)).toMatchObject([{ status: 'failed', attempts: 1 }])
  expect(gaveUp.mock.calls[0]?.[1].message).toBe('The file is empty.')
})

test('a job whose subject was deleted ends quietly at the first try', async () => {
  const gaveUp = vi.fn(async () => {})
  const made = jobOf(
    async () => {
      throw new SubjectGone('It is deleted.')
    },
    { gaveUp, cancelled: gaveUp },
  )
  await add(made.kind, 'gone')
  await runJobs(app, [{ jobs: [made] }])
  expect(await readJobs(database, made.kind)).toMatchObject([{ status: 'cancelled', attempts: 1 }])
  expect(gaveUp).not.toHaveBeenCalled()
})

test('a job whose end could not be reported reports it again', async () => {
  let told = 0
  const made = jobOf(
    async () => {
      throw new PermanentFailure('No.')
    },
    {
      gaveUp: async () => {
        told += 1
        if (told === 1) throw new Error('The database is away.')
      },
    },
  )
  await add(made.kind, 'unlucky')
  await runJobs(app, [{ jobs: [made] }])
  expect(await statusesOf(made.kind)).toEqual(['queued'])
  clock.advance(600)
  await runJobs(app, [{ jobs: [made] }])
  expect(told).toBe(2)
  expect(await statusesOf(made.kind)).toEqual(['failed'])
})

test('a payload that is not understood fails at once', async () => {
  const made = jobOf(async () => {})
  await enqueue(database, jobKind(made.kind, z.object({ name: z.number() })), {
    payload: { name: 7 },
  })
  await runJobs(app, [{ jobs: [made] }])
  expect(await statusesOf(made.kind)).toEqual(['failed'])
})

test('a running job is aborted within two seconds after it was cancelled; a waiting one never begins', async () => {
  let abort = () => {}
  const aborted = new Promise<void>((resolve) => (abort = resolve))
  const made = jobOf(({ signal }) => untilAborted(signal).finally(abort))
  await add(made.kind, 'runs', { uniqueKey: 'runs' })
  await add(made.kind, 'waits', { uniqueKey: 'waits' })
  await work([made], { tickMs: 1000 })
  await expect.poll(() => statusesOf(made.kind)).toEqual(['running', 'queued'])
  await cancelJobs(database, jobKind(made.kind, Payload), 'runs')
  // Twice the two seconds, of time in which this process ran: a busy machine may be late.
  const isInTime = settlesWithin(pause, aborted, 4_000)
  await cancelJobs(database, jobKind(made.kind, Payload), 'waits')
  await expect.poll(() => statusesOf(made.kind)).toEqual(['cancelled', 'cancelled'])
  expect(await isInTime).toBe(true)
})

test('no more jobs of a kind run at once than it allows, and idle work leaves places free', async () => {
  let running = 0
  let most = 0
  const track = async () => {
    running += 1
    most = Math.max(most, running)
    await pause(60)
    running -= 1
  }
  const two = jobOf(track, { concurrency: 2 })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await add(two.kind, name)
  await runJobs(app, [{ jobs: [two] }])
  expect(most).toBe(2)

  const fill = jobOf(({ signal }) => untilAborted(signal), { concurrency: 9 })
  const quick = jobOf(async () => {})
  for (const name of ['a', 'b', 'c', 'd']) await add(fill.kind, name, { priority: 90 })
  await work([fill, quick], { total: 4 })
  await expect.poll(() => statusesOf(fill.kind)).toEqual(['running', 'running', 'queued', 'queued'])
  await add(quick.kind, 'somebody waits')
  await expect.poll(() => statusesOf(quick.kind)).toEqual(['done'])
})

test('jobs of one environment leave a place for another, of each kind and of all', async () => {
  const [greedy, modest] = [randomUUID(), randomUUID()]
  const begun: string[] = []
  const hold = async ({ payload, signal }: Call) => {
    begun.push(payload.name)
    await untilAborted(signal)
  }
  const [one, other] = [jobOf(hold, { concurrency: 2 }), jobOf(hold, { concurrency: 9 })]
  for (let at = 0; at < 8; at += 1) {
    await add(one.kind, 'greedy one', { environmentId: greedy })
    await add(other.kind, 'greedy other', { environmentId: greedy })
  }
  await work([one, other], { total: 5 })
  await expect
    .poll(() => begun.toSorted())
    .toEqual([...Array(2).fill('greedy one'), ...Array(3).fill('greedy other')])
  await add(one.kind, 'modest', { environmentId: modest })
  await expect.poll(() => begun.slice(5)).toEqual(['modest'])
})

describe('environments', () => {
  const claim = {
    priorityMax: 100,
    workerId: randomUUID(),
    leaseSeconds: 20,
  }
  const claimed = async (kind: string, more: Partial<Claim> = {}) => {
    const row = await claimJob(database, { ...claim, kinds: [kind], now: clock.now(), ...more })
    return (row?.payload as { name: string } | undefined)?.name
  }

  test('take turns by what they have running, and each keeps its order', async () => {
    const { kind } = jobOf(async () => {})
    const [greedy, modest] = [randomUUID(), randomUUID()]
    for (const at of [1, 2, 3, 4]) await add(kind, `greedy ${at}`, { environmentId: greedy })
    for (const at of [1, 2]) await add(kind, `modest ${at}`, { environmentId: modest })
    await add(kind, 'nobody')
    const order: unknown[] = []
    for (let at = 0; at < 8; at += 1) order.push(await claimed(kind))
    expect(order).toEqual([
      'greedy 1',
      'modest 1',
      'nobody',
      'greedy 2',
      'modest 2',
      'greedy 3',
      'greedy 4',
      undefined,
    ])
  })

  test('wait for no other, however much of it waits', async () => {
    const { kind } = jobOf(async () => {})
    const [greedy, modest] = [randomUUID(), randomUUID()]
    await insertJobs(database, { kind, environmentId: greedy, count: 20_000 })
    await add(kind, 'modest', { environmentId: modest })
    expect(await claimed(kind, { fullParties: [greedy] })).toBe('modest')
    expect(await claimed(kind, { fullParties: [greedy] })).toBeUndefined()
    expect(await claimed(kind, { fullKinds: [{ party: greedy, kind }] })).toBeUndefined()
    expect(await claimed(kind, { fullKinds: [{ party: modest, kind }] })).toBe('one of many')
  })

  test('workers that look for a job at the same time each get one', async () => {
    const { kind } = jobOf(async () => {})
    const environmentId = randomUUID()
    await insertJobs(database, { kind, environmentId, count: 4 })
    const both = await Promise.all([claimed(kind), claimed(kind), claimed(kind), claimed(kind)])
    expect(both).toEqual(Array(4).fill('one of many'))
  })
})

test('a silent worker loses its job to the next one, and its later writes are ignored', async () => {
  const runs: { signal: AbortSignal; end: () => void }[] = []
  const made = jobOf(
    ({ signal }) => new Promise<void>((resolve) => runs.push({ signal, end: resolve })),
    { concurrency: 2 },
  )
  await add(made.kind, 'long')
  const other = await startTestApp([])
  // The next one takes over before this one renews its lease.
  await work([made], { tickMs: 5_000 })
  await expect.poll(() => runs.length).toBe(1)
  await setLeasesExpired(database)
  const next = await startWorker({ ...other.app, postgres: database }, [made], { tickMs: 20 })
  onTestFinished(() => next.stop())
  await expect.poll(() => runs.length).toBe(2)
  await expect.poll(() => runs[0]!.signal.aborted).toBe(true)
  runs[0]!.end()
  await pause(50)
  expect(await readJobs(database, made.kind)).toMatchObject([
    { status: 'running', attempts: 1, losses: 1 },
  ])
  runs[1]!.end()
  await expect.poll(() => statusesOf(made.kind)).toEqual(['done'])
})

test('the next start of the same data folder takes over at once what the last one left', async () => {
  let runs = 0
  const made = jobOf(async () => {
    runs += 1
    if (runs === 1) await new Promise<never>(() => {})
  })
  await add(made.kind, 'cut off')
  // This worker is never stopped: to the database it looks like a killed program.
  const killed = await startWorker(app, [made], { tickMs: 600_000, leaseSeconds: 600 })
  await expect.poll(() => runs).toBe(1)
  await work([made])
  // The lease of the last one would hold ten minutes.
  await expect.poll(() => statusesOf(made.kind)).toEqual(['done'])
  expect(await readJobs(database, made.kind)).toMatchObject([{ attempts: 1, losses: 1 }])
  await Promise.race([killed.stop(), pause(10)])
})

test('a stop interrupts jobs, and the interrupted try does not count', async () => {
  const made = jobOf(({ signal }) => untilAborted(signal))
  await add(made.kind, 'interrupted')
  const worker = await startWorker(app, [made], { tickMs: 100 })
  await expect.poll(() => statusesOf(made.kind)).toEqual(['running'])
  await worker.stop()
  expect(await readJobs(database, made.kind)).toMatchObject([
    { status: 'queued', attempts: 0, losses: 0 },
  ])
})

test('a stop gives back even jobs that do not listen', async () => {
  let release = () => {}
  const made = jobOf(() => new Promise<void>((resolve) => (release = resolve)))
  await add(made.kind, 'deaf')
  const worker = await startWorker(app, [made], { tickMs: 100, stopSeconds: 0.1 })
  await expect.poll(() => statusesOf(made.kind)).toEqual(['running'])
  await worker.stop()
  expect(await statusesOf(made.kind)).toEqual(['queued'])
  release()
  await pause(50)
  expect(await statusesOf(made.kind)).toEqual(['queued'])
})

test('progress is seen while the job runs', async () => {
  let release = () => {}
  const made = jobOf(async ({ progress }) => {
    progress(0.25, 'looking at the file')
    await new Promise<void>((resolve) => (release = resolve))
  })
  await add(made.kind, 'slow')
  await work([made])
  await expect
    .poll(() => readJobs(database, made.kind))
    .toMatchObject([{ progress: 0.25, step: 'looking at the file' }])
  release()
  await expect
    .poll(() => readJobs(database, made.kind))
    .toMatchObject([{ status: 'done', progress: 1 }])
})

test('a new job is begun at once, without waiting for the next look', async () => {
  const made = jobOf(async () => {})
  await work([made], {
    tickMs: 60_000,
    listen: (onNotice) => listenTo(database, jobsChannel, onNotice),
  })
  await pause(300)
  await add(made.kind, 'now')
  await expect.poll(() => statusesOf(made.kind)).toEqual(['done'])
})

test('a job that keeps killing the program is given up', async () => {
  const gaveUp = vi.fn(async () => {})
  const made = jobOf(() => new Promise<never>(() => {}), { gaveUp })
  await add(made.kind, 'poison')
  for (let start = 0; start < 31; start += 1) {
    const worker = await startWorker(app, [made], { tickMs: 600_000 })
    await expect.poll(() => statusesOf(made.kind)).toEqual(['running'])
    clock.advance(600)
    void worker
  }
  await work([made])
  await expect.poll(() => statusesOf(made.kind)).toEqual(['failed'])
  expect(gaveUp).toHaveBeenCalledTimes(1)
})

test('finished jobs are kept for some days', async () => {
  const made = jobOf(async () => {})
  await add(made.kind, 'old')
  await runJobs(app, [{ jobs: [made] }])
  await setJobAge(database, 6)
  await deleteFinishedJobs(database, 7)
  expect(await statusesOf(made.kind)).toEqual(['done'])
  await setJobAge(database, 2)
  await deleteFinishedJobs(database, 7)
  expect(await statusesOf(made.kind)).toEqual([])
})
