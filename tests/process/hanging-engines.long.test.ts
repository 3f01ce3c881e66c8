import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { settlesWithin } from '@playhead/domain/awake-pause.ts'
import { childrenOf } from '@playhead/postgres/leftover-engine.ts'
import { createToken, listTokenIds, signInToDemo } from './dashboard-session.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const { folder, remove } = await temporaryFolder()
const program = await startProgram({ PLAYHEAD_DATA: folder })
const session = await signInToDemo(program)
afterAll(async () => {
  await program.kill('SIGTERM')
  await remove()
})

/**
 * Requests may take twice the promised seconds of time in which this process ran, because the machine is busy.
 * Without a limit they would wait for as long as an engine is frozen.
 */
const timed = async (promisedSeconds: number, asked: Promise<Response>) => {
  const isInTime = await settlesWithin(pause, asked, 2 * promisedSeconds * 1000)
  const answer = await asked
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body, isInTime }
}

const readiness = () => timed(3, fetch(`${program.url}/readyz`))
const ask = (path: string) => timed(5, session.call('GET', path))
const question = '/data/v1/metrics/views/overall'

const freeze = (ids: readonly number[]) => {
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) process.kill(id, 'SIGSTOP')
}

const clickhouse = async () =>
  (await processesOf(folder))
    .filter(({ command }) => command.includes('engine-process'))
    .map(({ id }) => id)

const postgresWithConnections = async () => {
  const file = join(folder, 'postgres/cluster/postmaster.pid')
  const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0])
  return [postmaster, ...(await childrenOf(postmaster))]
}

/** Concurrent requests, as people and monitors send them. */
const expectRefused = async (paths: string[]) => {
  for (const { status, body, isInTime } of await Promise.all(paths.map(ask))) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: { type: 'unavailable' } })
    expect(isInTime).toBe(true)
  }
}

const expectNotReady = async (name: string, detail: string) => {
  // A successful readiness check is cached for a second.
  await until('/readyz says so', async () => {
    const { status, isInTime } = await readiness()
    expect(isInTime).toBe(true)
    return status === 503
  })
  for (const { status, body, isInTime } of await Promise.all(
    Array.from({ length: 50 }, readiness),
  )) {
    expect(isInTime).toBe(true)
    expect(status).toBe(503)
    expect(body.reasons).toEqual([detail])
    expect(body.parts).toContainEqual({ name, status: 'not ready', detail })
  }
}

const untilWell = () =>
  until('it is ready again', async () => (await readiness()).status === 200, 90)

describe('an engine that is frozen', { timeout: 480_000 }, () => {
  test('ClickHouse: it is named within 3 seconds, questions get a 503 within 5, and it is started again', async () => {
    // A server that has just started on a busy machine may refuse the first ones.
    await until('questions are answered', async () => (await ask(question)).status === 200, 90)
    expect((await readiness()).body).toMatchObject({ status: 'ready', reasons: [] })
    freeze(await clickhouse())
    await expectNotReady('engine', 'The analytics database does not answer.')
    await expectRefused(
      Array.from({ length: 20 }, (_, index) => `${question}?timeframe[]=${index + 1}:days`),
    )
    expect((await ask('/ui/v1/access-tokens')).status).toBe(200)
    await untilWell()
    const later = `${question}?timeframe[]=3:hours`
    await until('questions are answered again', async () => (await ask(later)).status === 200, 90)
    expect(program.output()).toContain('ClickHouse has not responded for 30 seconds: it is killed')
  })

  test('Postgres with its connections: the same, and nothing that was acknowledged is lost', async () => {
    const before = [await createToken(session, 'one'), await createToken(session, 'two')]
    freeze(await postgresWithConnections())
    await expectNotReady('database', 'The database does not answer.')
    await expectRefused(Array.from({ length: 20 }, () => '/ui/v1/access-tokens'))
    expect((await fetch(`${program.url}/livez`)).status).toBe(200)
    await untilWell()
    const stored = await listTokenIds(session)
    expect(before.filter((id) => !stored.includes(id))).toEqual([])
    await createToken(session, 'three')
    expect(program.output()).toContain('Postgres has not responded for 30 seconds: it is killed')
  })
})
