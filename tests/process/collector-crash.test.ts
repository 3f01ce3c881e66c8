import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { readLedger } from '@playhead/collector/runtime/ledger.sql.ts'
import { rebuildViews } from '@playhead/collector/runtime/rebuild.ts'
import {
  beacon,
  collectedEnvironment,
  directoryOf,
  JumpingClock,
  runCollector,
  TestSession,
} from '@playhead/collector/runtime/testing-collector.ts'
import { storedEvents, storedViews } from '@playhead/collector/runtime/testing-rows.sql.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const kills = 20
const playerCount = 6
const { folder, remove } = await temporaryFolder()
afterAll(remove)

const operate = async (...words: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../tools/playhead.mjs'), ...words, '--json'],
    { env: { ...process.env, PLAYHEAD_DATA: folder } },
  )
  return JSON.parse(stdout) as Record<string, string>
}

const makeEnvironment = async () => {
  const organization = await operate('organization', 'create', '--name', 'Crash')
  const environment = await operate(
    'environment',
    'create',
    '--organization',
    organization.id ?? '',
    '--name',
    'Crash',
  )
  const token = await operate(
    'token',
    'create',
    '--environment',
    environment.id ?? '',
    '--permissions',
    'data:read',
  )
  return collectedEnvironment({ id: environment.id ?? '', key: token.environment_key ?? '' })
}

interface Counts {
  acknowledged: Set<string>
  sent: Set<string>
  acknowledgedEvents: number
  unansweredEvents: number
}

/** Sends as the SDK does: what was not answered goes again with what came after it, even to the next program. */
class Player {
  #session: TestSession
  #queue: Record<string, string | number>[] = []
  readonly #counts: Counts

  constructor(
    readonly environment: { key: string },
    counts: Counts,
  ) {
    this.#session = new TestSession(environment, Date.now())
    this.#counts = counts
  }

  async playUntilGone(url: string) {
    for (;;) {
      this.#watch()
      const body = beacon(this.#queue, Date.now())
      const ids = this.#queue.map((event) => `${event.view_id} ${event.view_sequence_number}`)
      for (const id of ids) this.#counts.sent.add(id)
      try {
        // A page that unloads sends everything twice.
        const times = Math.random() < 0.2 ? 2 : 1
        for (let time = 0; time < times; time += 1) {
          const answer = await fetch(url, { method: 'POST', body })
          if (answer.status !== 200) throw new Error(`A beacon was answered ${answer.status}.`)
          for (const id of ids) this.#counts.acknowledged.add(id)
          this.#counts.acknowledgedEvents += ids.length
        }
        this.#queue = []
      } catch {
        this.#counts.unansweredEvents += ids.length
        return
      }
    }
  }

  #watch() {
    const now = Date.now()
    if (Math.random() < 0.2) {
      this.#queue.push(this.#session.event('viewend', now))
      this.#session = new TestSession(this.environment, now)
      this.#queue.push(...this.#session.start())
    } else this.#queue.push(this.#session.event(Math.random() < 0.5 ? 'hb' : 'ratechange', now))
  }
}

test(
  'killed twenty times under load: what was acknowledged is stored once, the ledger balances, views equal those made anew',
  { timeout: 600_000 },
  async () => {
    const counts: Counts = {
      acknowledged: new Set(),
      sent: new Set(),
      acknowledgedEvents: 0,
      unansweredEvents: 0,
    }
    let environment: Awaited<ReturnType<typeof makeEnvironment>> | undefined
    let players: Player[] = []
    for (let round = 0; round < kills; round += 1) {
      const program = await startProgram({ PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0' })
      const known = (environment ??= await makeEnvironment())
      if (players.length === 0)
        players = Array.from({ length: playerCount }, () => new Player(known, counts))
      const playing = players.map((player) => player.playUntilGone(program.url))
      await pause(200 + ((round * 137) % 1500))
      await program.kill('SIGKILL')
      await Promise.all(playing)
      await until('no engine is left', async () => (await processesOf(folder)).length === 0)
    }
    if (!environment) throw new Error('There was no round.')

    const engine = await startClickHouse({ dataFolder: join(folder, 'clickhouse'), log: () => {} })
    const clickhouse = connect(engine)
    const tenant = { id: environment.id, clickhouse }
    try {
      const clock = new JumpingClock()
      clock.jump(2 * 3_600_000)
      const collector = await runCollector(clickhouse, [environment], { clock })
      await collector.stop()

      const stored = (await storedEvents(tenant)).map(
        (row) => `${row.view_id} ${row.view_sequence}`,
      )
      const distinct = new Set(stored)
      expect(counts.acknowledged.size).toBeGreaterThan(kills * playerCount)
      expect([...counts.acknowledged].filter((id) => !distinct.has(id))).toEqual([])
      expect(stored).toHaveLength(distinct.size)
      expect([...distinct].filter((id) => !counts.sent.has(id))).toEqual([])

      const end = new Date(clock.now() + 60_000)
      const ledger = await readLedger(tenant, { start: new Date(0), end })
      expect(ledger.stored).toBe(stored.length)
      expect(ledger.rejected).toBe(0)
      expect(ledger.received).toBeGreaterThanOrEqual(counts.acknowledgedEvents)
      expect(ledger.received).toBeLessThanOrEqual(
        counts.acknowledgedEvents + counts.unansweredEvents,
      )

      const views = await storedViews(tenant)
      expect(views.length).toBeGreaterThan(kills)
      const directory = directoryOf([environment])
      const rebuilt = await rebuildViews({ clickhouse, directory, now: clock.now })
      expect(rebuilt).toMatchObject({ written: 0, removed: 0 })
      expect(rebuilt.views).toBe(new Set(stored.map((id) => id.split(' ')[0])).size)
      expect(await storedViews(tenant)).toEqual(views)
    } finally {
      await clickhouse.close()
      await engine.stop()
    }
  },
)
