import { open, type FileHandle } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { damaged, namingFile, refusal, type Header, type Line } from './backup-format.ts'
import { backupStores } from './backup-stores.ts'
import { readTables } from './postgres-store.ts'
import { isEmptyServer, lockTables } from './postgres-store.sql.ts'
import { readBackupFile, readHeader } from './read-backup-file.ts'
import type { Receiver, Store } from './store.ts'

const refuseFilled = async (postgres: Database) => {
  if (!(await isEmptyServer(postgres)))
    throw refusal(
      'This server has people or organizations already. Restore into a new data folder, started with PLAYHEAD_DEMO=0.',
    )
}

const openReceivers = async (stores: readonly Store[], header: Header) => {
  const unknown = Object.keys(header.stores).find(
    (name) => !stores.some((store) => store.name === name),
  )
  if (unknown !== undefined)
    throw refusal(
      `The backup was made by a newer version of Playhead: it holds ${JSON.stringify(unknown)}. Update this server first.`,
    )
  const receivers = new Map<string, Receiver>()
  for (const store of stores) {
    const described = header.stores[store.name]
    if (described !== undefined) receivers.set(store.name, await store.receive(described))
    else if (store.isRequired) throw damaged(`it holds no ${store.name}`)
  }
  return receivers
}

const restore = async (app: App, postgres: Database, file: FileHandle) => {
  const header = await readHeader(file)
  const receivers = await openReceivers(backupStores({ app, postgres }), header)
  const receiverOf = ({ content }: Line) => {
    const receiver = receivers.get(content.store)
    if (!receiver) throw damaged(`a line belongs to ${JSON.stringify(content.store)}`)
    return receiver
  }
  const checked = await readBackupFile(file, (line) => receiverOf(line).check(line))
  try {
    const written = await readBackupFile(file, (line) => receiverOf(line).write(line))
    if (written.checksum !== checked.checksum) throw damaged('it changed while it was read')
    for (const receiver of receivers.values()) await receiver.finish()
  } catch (error) {
    for (const receiver of receivers.values()) await receiver.undo()
    throw error
  }
  return { created_at: header.created_at, counts: checked.counts }
}

export const restoreCommand = command({
  name: 'restore',
  summary: 'Fill this empty server from a backup',
  options: z.object({
    from: z
      .string()
      .refine(isAbsolute, 'Give an absolute path')
      .meta({ description: 'The file that backup wrote', kind: 'path' }),
  }),
  run: async (app, { from }) => {
    await refuseFilled(app.postgres)
    const file = await namingFile(`The backup ${from} cannot be read`, open(from, 'r'))
    try {
      const restored = await namingFile(
        'The backup cannot be restored',
        app.postgres.transaction(async (postgres) => {
          await lockTables(postgres, [...(await readTables(postgres)).keys()])
          await refuseFilled(postgres)
          return restore(app, postgres, file)
        }),
      )
      return {
        file: from,
        ...restored,
        notice: 'Other processes on this database must be restarted to open sealed values.',
      }
    } finally {
      await file.close()
    }
  },
})
