import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { settlesWithin } from '@playhead/domain/awake-pause.ts'
import { readLedger } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import { aBeacon, TestSession } from '@playhead/collector/runtime/testing-collector.ts'
import { listStoredEvents } from '@playhead/collector/runtime/testing-rows.sql.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const playerCount = 20
const { folder, remove } = await temporaryFolder()
const program = await startProgram({ PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0' })
afterAll(async () => {
  await program.kill('SIGTERM')
  await remove()
})

const operate = async (...words: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../tools/playhead.mjs'), ...words, '--json'],
    { env: { ...process.env, PLAYHEAD_DATA: folder } },
  )
  return JSON.parse(stdout) as Record<string, string>
}

/** Sends one event at a time and retries each until the response is 200. */
class Player {
  readonly #session: TestSession
  readonly acknowledged = new Set<string>()
  readonly statuses = new Set<number>()
  attempts = 0

  constructor(environment: { key: string }) {
    this.#session = new TestSession(environment, Date.now())
  }

  async play(isOver: () => boolean) {
    for (const event of this.#session.start()) await this.#deliver(event)
    while (!isOver()) {
      await this.#deliver(this.#session.event('hb', Date.now()))
      await pause(20)
    }
  }

  async #deliver(event: ReturnType<TestSession['event']>) {
    for (;;) {
      this.attempts += 1
      const status = await fetch(program.url, {
        method: 'POST',
        body: aBeacon([event], Date.now()),
      }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status !== 0) this.statuses.add(status)
      if (status === 200) break
      await pause(100)
    }
    this.acknowledged.add(`${event.view_id} ${event.view_sequence_number}`)
  }
}

const running = async (pattern: RegExp) =>
  (await processesOf(folder)).filter(({ command }) => pattern.test(command))

const isReady = async () => (await fetch(`${program.url}/readyz`)).status === 200

/** Kills what runs and waits for its successors: health may still speak of those that were killed. */
const killAndAwaitNext = async (pattern: RegExp) => {
  const killed = (await running(pattern)).map(({ id }) => id)
  expect(killed.length).toBeGreaterThan(0)
  for (const id of killed) process.kill(id, 'SIGKILL')
  await until('others run', async () =>
    (await running(pattern)).some(({ id }) => !killed.includes(id)),
  )
  await until('it is ready again', isReady)
}

test(
  'engines killed and halted under load, then a stop: what was acknowledged is there once, the ledger balances, no 5xx',
  { timeout: 480_000 },
  async () => {
    const organization = await operate('organization', 'create', '--name', 'Outage')
    const { id } = await operate(
      'environment',
      'create',
      '--organization',
      organization.id ?? '',
      '--name',
      'Outage',
      '--type',
      'production',
    )
    const token = await operate(
      'token',
      'create',
      '--environment',
      id ?? '',
      '--permissions',
      'data:read',
    )
    const players = Array.from(
      { length: playerCount },
      () => new Player({ key: token.environment_key ?? '' }),
    )
    let isOver = false
    const playing = players.map((player) => player.play(() => isOver))
    await pause(1_000)

    await killAndAwaitNext(/engine-process/)
    const [halted] = await running(/engine-process/)
    if (!halted) throw new Error('There is no engine.')
    process.kill(halted.id, 'SIGSTOP')
    await pause(3_000)
    process.kill(halted.id, 'SIGCONT')
    await pause(500)
    await killAndAwaitNext(/\/postgres\b.*-D|bin\/postgres/)

    const count = () => players.reduce((sum, player) => sum + player.acknowledged.size, 0)
    const before = count()
    await until('players are answered again', async () => count() > before + playerCount, 10)
    isOver = true
    await Promise.all(playing)
    // Twice the usual, in time in which this process ran: a busy machine may be late.
    expect(await settlesWithin(pause, program.kill('SIGTERM'), 12_000)).toBe(true)

    const engine = await startClickHouse({ dataFolder: join(folder, 'clickhouse'), log: () => {} })
    const clickhouse = connect(engine)
    try {
      const tenant = { id: id ?? '', clickhouse }
      const stored = (await listStoredEvents(tenant)).map(
        (row) => `${row.view_id} ${row.view_sequence}`,
      )
      const acknowledged = players.flatMap((player) => [...player.acknowledged])
      expect(stored.toSorted()).toEqual(acknowledged.toSorted())
      expect(new Set(players.flatMap((player) => [...player.statuses]))).toEqual(new Set([200]))
      const ledger = await readLedger(tenant, {
        start: new Date(0),
        end: new Date(Date.now() + 60_000),
      })
      expect(ledger).toMatchObject({ stored: stored.length, rejected: 0 })
      expect(ledger.received).toBeLessThanOrEqual(
        players.reduce((sum, player) => sum + player.attempts, 0),
      )
    } finally {
      await clickhouse.close()
      await engine.stop()
    }
  },
)
