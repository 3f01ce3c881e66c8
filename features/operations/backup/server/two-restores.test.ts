import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { App } from '@playhead/server-kit/app.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'
import {
  startEmptyServer,
  aSetOfContents,
  makeMediaWorld,
  readStoredContents,
  makeFolder,
} from './media/testing-media.ts'

const clickhouse = await makeTestClickHouse()
const folder = await makeFolder()

/** Delays the answer about existing files, so that two restores both find none. */
const slowly = (app: App): App => ({
  ...app,
  storage: new Proxy(app.storage, {
    get(storage, name: keyof App['storage']) {
      if (name !== 'stat') return (storage[name] as () => unknown).bind(storage)
      return async (key: string) => {
        const found = await storage.stat(key)
        await pause(200)
        return found
      }
    },
  }),
})

test('one of two restores at once is refused, and leaves the media of the other', async () => {
  const source = await makeMediaWorld(clickhouse)
  await source.asset(aSetOfContents())
  const from = join(folder, 'saved')
  await backupCommand.run(source.app, { to: from })
  const before = await readStoredContents(source.app)
  const { app } = await startEmptyServer(clickhouse)
  const answers = await Promise.allSettled(
    [1, 2].map(() => restoreCommand.run(slowly(app), { from })),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toEqual([
    expect.objectContaining({
      reason: expect.objectContaining({
        message: 'Another restore into this server is under way. Wait until it has ended.',
      }),
    }),
  ])
  expect(await readStoredContents(app)).toEqual(before)
  await expect(restoreCommand.run(app, { from })).rejects.toThrow('has people or organizations')
})
