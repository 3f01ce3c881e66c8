import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { damaged, type Line } from '../file/backup-format.ts'
import type { Store, StoreContext } from './store.ts'
import { writeSyncedFile } from '../file/synced-file.ts'

const secretName = 'server-secret'
const secretBytes = 32
const keyName = /^[a-z0-9]+(-[a-z0-9]+)*$/

const KeyLine = z.strictObject({
  store: z.literal('keys'),
  file: z.string().max(100).regex(keyName),
  content: z.base64().max(100_000),
})

const readLine = ({ content }: Line) => {
  const line = KeyLine.safeParse(content)
  if (!line.success) throw damaged('a key is malformed')
  const key = Buffer.from(line.data.content, 'base64')
  if (line.data.file === secretName && key.length !== secretBytes)
    throw damaged('the server secret is malformed')
  return { name: line.data.file, key }
}

/** Without the server secret, sealed values cannot be opened. */
export const keysStore = ({ app }: StoreContext): Store => {
  const folder = join(app.settings.dataFolder, 'keys')
  return {
    name: 'keys',
    isRequired: true,
    describe: async () => ({}),
    async *lines() {
      for (const file of (await readdir(folder)).filter((name) => keyName.test(name)).toSorted()) {
        const content = (await readFile(join(folder, file))).toString('base64')
        yield JSON.stringify({ store: 'keys', file, content })
      }
    },
    receive: async () => {
      const keys = new Map<string, Buffer>()
      return {
        check: (line) => void readLine(line),
        async write(line) {
          const { name, key } = readLine(line)
          keys.set(name, key)
        },
        async finish() {
          const secret = keys.get(secretName)
          if (!secret) throw damaged('it has no server secret')
          await mkdir(folder, { recursive: true, mode: 0o700 })
          for (const [name, key] of keys) await writeSyncedFile(join(folder, name), key)
          app.vault.replaceSecret(secret)
        },
        undo: async () => {},
      }
    },
  }
}
