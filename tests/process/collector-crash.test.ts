import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { operatorOf } from '../video/uploads-program.ts'
import { CrashPlayer, noBeacons } from './crash-player.ts'
import { makeCollectedEnvironment } from './collected-environment.ts'
import { expectNothingLost } from './expect-nothing-lost.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const kills = 20
const playerCount = 6
const { folder, remove } = await temporaryFolder()
afterAll(remove)

test(
  'killed twenty times under load: what was acknowledged is stored once, the ledger balances, views equal those made anew',
  { timeout: 600_000 },
  async () => {
    const counts = noBeacons()
    let environment: Awaited<ReturnType<typeof makeCollectedEnvironment>> | undefined
    let players: CrashPlayer[] = []
    for (let round = 0; round < kills; round += 1) {
      const program = await startProgram({ PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0' })
      const known = (environment ??= await makeCollectedEnvironment(operatorOf(folder)))
      if (players.length === 0)
        players = Array.from({ length: playerCount }, () => new CrashPlayer(known, counts))
      const playing = players.map((player) => player.playUntilGone(program.url))
      await pause(200 + ((round * 137) % 1500))
      await program.kill('SIGKILL')
      await Promise.all(playing)
      await until('no engine is left', async () => (await processesOf(folder)).length === 0)
    }
    if (!environment) throw new Error('There was no round.')

    expect(counts.acknowledged.size).toBeGreaterThan(kills * playerCount)
    await expectNothingLost(folder, environment, counts)
  },
)
