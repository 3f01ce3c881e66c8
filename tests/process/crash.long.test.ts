import { afterAll, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { howMany } from '@playhead/testing/how-many.ts'
import {
  createToken,
  type DashboardSession,
  listTokenIds,
  signInToDemo,
} from './dashboard-session.ts'
import { processesOf, startProgram, temporaryFolder, until } from './running-program.ts'

const kills = howMany('kills', { usual: 2, long: 5, release: 40 })
const { folder, remove } = await temporaryFolder()
afterAll(remove)

/** Writes until the server has ended. */
const writeUntilGone = async (
  session: DashboardSession,
  writer: string,
  acknowledged: string[],
) => {
  for (let count = 0; ; count += 1) {
    try {
      acknowledged.push(await createToken(session, `${writer} ${count}`))
    } catch {
      return
    }
  }
}

test(
  `${kills} kills during writes: no engine is left over, the folder opens, everything acknowledged is there`,
  { timeout: 480_000 + kills * 20_000 },
  async () => {
    const acknowledged: string[] = []
    let cookie: string | undefined
    for (let round = 0; round < kills; round += 1) {
      const program = await startProgram({ PLAYHEAD_DATA: folder })
      const session = await signInToDemo(program, cookie)
      cookie = session.cookie
      const stored = new Set(await listTokenIds(session))
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])

      const before = acknowledged.length
      const writers = [1, 2, 3].map((writer) =>
        writeUntilGone(session, `round ${round} writer ${writer}`, acknowledged),
      )
      // The first program dies whether or not it has acknowledged anything.
      if (round > 0)
        await until('writes are acknowledged', async () => acknowledged.length >= before + 4)
      await pause(20 + ((round * 37) % 400))
      await program.kill('SIGKILL')
      await Promise.all(writers)
      await until('no engine is left', async () => (await processesOf(folder)).length === 0)
    }

    const program = await startProgram({ PLAYHEAD_DATA: folder })
    try {
      const stored = new Set(await listTokenIds(await signInToDemo(program, cookie)))
      expect(acknowledged.length).toBeGreaterThanOrEqual((kills - 1) * 4)
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    } finally {
      await program.kill('SIGTERM')
    }
    await until(
      'a stop leaves no engine either',
      async () => (await processesOf(folder)).length === 0,
    )
  },
)
