import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { startProgram, temporaryFolder } from '../process/running-program.ts'
import { CrashSender, digest } from './crash-sender.ts'
import { makeVideoCaller, operatorOf } from './uploads-program.ts'

const kills = howMany('kills', { usual: 1, long: 3, release: 40 })
const senders = 3
const fileBytes = 6_000_000
const { folder, remove } = await temporaryFolder()
afterAll(remove)

/** Without a worker, which would move finished files away before they are checked. */
const settings = { PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0', PLAYHEAD_ROLES: 'api,scheduler' }
test(
  `${kills} kills while files are sent: what was acknowledged is there, each file becomes one asset`,
  { timeout: 480_000 + kills * 20_000 },
  async () => {
    let authorization: string | undefined
    const all: CrashSender[] = []
    for (let round = 0; round <= kills; round += 1) {
      const program = await startProgram(settings)
      authorization ??= await makeVideoCaller(operatorOf(folder))
      for (const _ of Array.from({ length: round === 0 ? senders : 1 })) {
        const sender = new CrashSender(folder, fileBytes)
        await sender.begin(program.url, authorization)
        all.push(sender)
      }
      const sending = all.map((sender) => sender.sendUntilGone(program.url))
      if (round < kills) {
        await pause(100 + ((round * 137) % 700))
        await program.kill('SIGKILL')
        await Promise.all(sending)
        continue
      }
      await Promise.all(sending)
      for (const sender of all) {
        expect(sender.lost).toEqual([])
        expect(sender.isDone).toBe(true)
        expect(await sender.digestOfStored()).toBe(digest(sender.file))
        const path = `/video/v1/assets?upload_id=${sender.id}`
        const assets = await fetch(program.url + path, { headers: { authorization } })
        expect(await assets.json()).toMatchObject({
          total_row_count: 1,
          data: [{ upload_id: sender.id, status: 'preparing' }],
        })
      }
      await program.kill('SIGTERM')
    }
  },
)
