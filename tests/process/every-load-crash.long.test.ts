import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { CrashSender, digest } from '../video/crash-sender.ts'
import { operatorOf } from '../video/uploads-program.ts'
import { makeCollectedEnvironment } from './collected-environment.ts'
import { CrashPlayer, noBeacons } from './crash-player.ts'
import { expectNothingLost } from './expect-nothing-lost.ts'
import {
  processesOf,
  type RunningProgram,
  startProgram,
  temporaryFolder,
  until,
} from './running-program.ts'

/** Three kills cover every victim. */
const kills = howMany('kills', { usual: 2, long: 3, release: 40 })
const fileBytes = 2_000_000
const { folder, remove } = await temporaryFolder()
afterAll(remove)

/** Without a worker, which would move finished files away before they are checked. */
const settings = {
  PLAYHEAD_DATA: folder,
  PLAYHEAD_DEMO: '0',
  PLAYHEAD_ROLES: 'api,collector,scheduler',
}
const victims = {
  postgres: /bin\/postgres/,
  clickhouse: /engine-process/,
} as const
const rounds = ['program', 'postgres', 'clickhouse', 'program'] as const

type Environment = Awaited<ReturnType<typeof makeCollectedEnvironment>>

const jsonHeaders = ({ authorization }: Environment) => ({
  authorization,
  'content-type': 'application/json',
})

/** A client that writes through the API and records the ids of acknowledged writes. */
const annotateUntil = async (
  url: string,
  environment: Environment,
  acknowledged: string[],
  over: AbortSignal,
) => {
  for (let count = 0; !over.aborted; count += 1) {
    try {
      const answer = await fetch(`${url}/data/v1/annotations`, {
        method: 'POST',
        headers: jsonHeaders(environment),
        body: JSON.stringify({ date: 1_700_000_000 + count, note: `Note ${count}` }),
      })
      if (answer.status === 201)
        acknowledged.push(((await answer.json()) as { data: { id: string } }).data.id)
    } catch {
      // Killed during the request: it was not acknowledged.
    }
    await pause(50)
  }
}

const listAnnotations = async (url: string, environment: Environment) => {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${url}/data/v1/annotations?limit=100&page=${page}`, {
      headers: jsonHeaders(environment),
    })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    if (data.length === 0) return new Set(ids)
    ids.push(...data.map(({ id }) => id))
  }
}

const killEngine = async (victim: keyof typeof victims) => {
  const engines = (await processesOf(folder)).filter(({ command }) => victims[victim].test(command))
  expect(engines.length).toBeGreaterThan(0)
  for (const { id } of engines) process.kill(id, 'SIGKILL')
}

const isReady = async ({ url }: RunningProgram) => (await fetch(`${url}/readyz`)).status === 200

test(
  `${kills} kills of program and engines under beacons, uploads and API calls: nothing acknowledged is lost, the ledger balances`,
  { timeout: 300_000 + kills * 30_000 },
  async () => {
    const counts = noBeacons()
    const senders: CrashSender[] = []
    const acknowledged: string[] = []
    let program = await startProgram(settings)
    const environment = await makeCollectedEnvironment(operatorOf(folder))
    const players = Array.from({ length: 4 }, () => new CrashPlayer(environment, counts))

    for (let round = 0; round < kills; round += 1) {
      const sender = new CrashSender(folder, fileBytes)
      await sender.begin(program.url, environment.authorization)
      senders.push(sender)
      const ended = new AbortController()
      const load = [
        ...players.map((player) => player.playUntil(program.url, ended.signal)),
        ...senders.map((one) => one.sendUntil(program.url, ended.signal)),
      ]
      const writing = annotateUntil(program.url, environment, acknowledged, ended.signal)
      const before = { beacons: counts.acknowledged.size, writes: acknowledged.length }
      await until(
        'beacons and writes are acknowledged',
        async () =>
          counts.acknowledged.size > before.beacons && acknowledged.length > before.writes,
      )
      await pause(200 + ((round * 137) % 900))
      const victim = rounds[round % rounds.length]!
      if (victim === 'program') await program.kill('SIGKILL')
      else {
        await killEngine(victim)
        // Under load it restarts, and serves for a moment.
        await until(`${victim} is back`, () => isReady(program))
        await pause(300)
      }
      ended.abort()
      await Promise.all(load)
      await writing
      if (victim !== 'program') continue
      await until('no engine is left', async () => (await processesOf(folder)).length === 0)
      program = await startProgram(settings)
    }

    const stored = await listAnnotations(program.url, environment)
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])

    const never = new AbortController().signal
    await Promise.all(senders.map((sender) => sender.sendUntil(program.url, never)))
    for (const sender of senders) {
      expect(sender.lost).toEqual([])
      expect(await sender.digestOfStored()).toBe(digest(sender.file))
    }
    const assets = await fetch(`${program.url}/video/v1/assets?limit=100`, {
      headers: jsonHeaders(environment),
    })
    expect(((await assets.json()) as { data: unknown[] }).data).toHaveLength(kills)

    await program.kill('SIGTERM')
    await until('no engine is left', async () => (await processesOf(folder)).length === 0)
    expect(counts.acknowledged.size).toBeGreaterThanOrEqual(kills)
    await expectNothingLost(folder, environment, counts)
  },
)
