import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { operatorOf } from '../video/uploads-program.ts'
import { CrashPlayer, noBeacons } from './crash-player.ts'
import { makeCollectedEnvironment } from './collected-environment.ts'
import { expectNothingLost } from './expect-nothing-lost.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const kills = howMany('kills', { usual: 1, long: 3, release: 40 })
const playerCount = 6
const { folder, remove } = await temporaryFolder()
afterAll(remove)

test(
  `${kills} kills under load: what was acknowledged is stored once, the ledger balances, views equal the rebuilt ones`,
  { timeout: 480_000 + kills * 30_000 },
  async () => {
    const counts = noBeacons()
    let environment: Awaited<ReturnType<typeof makeCollectedEnvironment>> | undefined
    let players: CrashPlayer[] = []
    for (let round = 0; round < kills; round += 1) {
      const program = await startProgram({ PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0' })
      const known = (environment ??= await makeCollectedEnvironment(operatorOf(folder)))
      if (players.length === 0)
        players = Array.from({ length: playerCount }, () => new CrashPlayer(known, counts))
      const before = counts.acknowledged.size
      const playing = players.map((player) => player.playUntilGone(program.url))
      await until('beacons are acknowledged', async () => counts.acknowledged.size > before)
      await pause(200 + ((round * 137) % 1500))
      await program.kill('SIGKILL')
      await Promise.all(playing)
      await until('no engine is left', async () => (await processesOf(folder)).length === 0)
    }
    if (!environment) throw new Error('There was no round.')

    expect(counts.acknowledged.size).toBeGreaterThanOrEqual(kills)
    await expectNothingLost(folder, environment, counts)
  },
)
