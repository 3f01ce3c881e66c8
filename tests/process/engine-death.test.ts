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

/** That it is away, or in the moment of its death that it does not answer. */
const untilNotReady = (part: string) =>
  until('/readyz says so', async () => {
    const { status, body } = await readiness()
    return status === 503 && body.reasons.some((reason) => reason.startsWith(part))
  })

/** What a caller hears while the engine is away. */
const firstRefusal = async () => {
  for (;;) {
    const answer = await session.call('GET', '/ui/v1/access-tokens')
    if (answer.status !== 200) return answer
    // Faster, the limit on calls would answer first where the machine is slow.
    await pause(50)
  }
}

const killEngine = async (pattern: RegExp) => {
  const engines = (await processesOf(folder)).filter(({ command }) => pattern.test(command))
  expect(engines.length).toBeGreaterThan(0)
  for (const { id } of engines) process.kill(id, 'SIGKILL')
}

describe('an engine that is killed alone', { timeout: 120_000 }, () => {
  test('Postgres: /readyz says so, requests get a clear 503, it is back in seconds, nothing is lost', async () => {
    const before = [await createToken(session, 'one'), await createToken(session, 'two')]
    await killEngine(/\/postgres\b.*-D|bin\/postgres/)

    const [refused] = await Promise.all([firstRefusal(), untilNotReady('The database')])
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
    await killEngine(/engine-process/)
    await untilNotReady('The analytics database')
    expect((await fetch(`${program.url}/livez`)).status).toBe(200)
    await until('it is ready again', async () => (await readiness()).status === 200)
    expect((await readiness()).body.reasons).toEqual([])
  })
})
