import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createToken, listTokenIds, signInToDemo } from './dashboard-session.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const { folder, remove } = await temporaryFolder()
const program = await startProgram({ PLAYHEAD_DATA: folder })
const session = await signInToDemo(program)
afterAll(async () => {
  await program.kill('SIGTERM')
  await remove()
})

const readiness = async () => {
  const answer = await fetch(`${program.url}/readyz`)
  return { status: answer.status, body: (await answer.json()) as { reasons: string[] } }
}

const endNow = (processId: number) => {
  try {
    process.kill(processId, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

const killEngine = async (pattern: RegExp) => {
  for (const { id, command } of await processesOf(folder)) if (pattern.test(command)) endNow(id)
}

/**
 * Kills the engine until /readyz reports it as unavailable or not responding. It may be back before the check, so it is
 * killed repeatedly: each restart is delayed longer.
 */
const killUntilNotReady = (pattern: RegExp, part: string) =>
  until('/readyz says so', async () => {
    await killEngine(pattern)
    const { status, body } = await readiness()
    return status === 503 && body.reasons.some((reason) => reason.startsWith(part))
  })

/** The first error response to a caller while the engine is unavailable. */
const firstRefusal = async () => {
  for (;;) {
    const answer = await session.call('GET', '/ui/v1/access-tokens')
    if (answer.status !== 200) return answer
    // Polling faster could reach the rate limit first on a slow machine.
    await pause(50)
  }
}

describe('an engine that is killed alone', { timeout: 480_000 }, () => {
  test('Postgres: /readyz says so, requests get a clear 503, it is back in seconds, nothing is lost', async () => {
    const before = [await createToken(session, 'one'), await createToken(session, 'two')]
    const [refused] = await Promise.all([
      firstRefusal(),
      killUntilNotReady(/\/postgres\b.*-D|bin\/postgres/, 'The database'),
    ])
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({
      error: {
        type: 'unavailable',
        messages: [expect.stringContaining('not available right now')],
      },
    })
    expect((await fetch(`${program.url}/livez`)).status).toBe(200)

    await until('it is ready again', async () => (await readiness()).status === 200)
    const stored = await listTokenIds(session)
    expect(before.filter((id) => !stored.includes(id))).toEqual([])
    await createToken(session, 'three')
  })

  test('ClickHouse: /readyz says so, and it is back in seconds', async () => {
    await killUntilNotReady(/engine-process/, 'The analytics database')
    expect((await fetch(`${program.url}/livez`)).status).toBe(200)
    await until('it is ready again', async () => (await readiness()).status === 200)
    expect((await readiness()).body.reasons).toEqual([])
  })
})
