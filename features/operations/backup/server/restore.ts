import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { takeStaffFromDemo } from '@playhead/server-kit/state/server-state.sql.ts'
import type { BackupFile } from './file/backup-file.ts'
import { damaged, namingFile, refusal, type Header, type Line } from './file/backup-format.ts'
import { backupStores } from './stores/backup-stores.ts'
import type { MediaRestore } from './media/media-store.ts'
import { readTables } from './stores/postgres-store.ts'
import { isEmptyServer, lockTables, mayRestore } from './stores/postgres-store.sql.ts'
import { readBackupFile } from './file/read-backup-file.ts'
import type { Receiver, Store } from './stores/store.ts'
import type { ProgressReporter } from './report-progress.ts'

export const refuseIfNotEmpty = async (postgres: Database) => {
  if (!(await isEmptyServer(postgres)))
    throw refusal(
      'This server already has people or organizations. Restore into a new data folder, started with PLAYHEAD_DEMO=0.',
    )
}

/** Of two concurrent restores, the one that fails would remove media that the other has just written. */
export const withExclusiveLock = <Result>({ postgres }: App, work: () => Promise<Result>) =>
  postgres.transaction(async (guard) => {
    if (!(await mayRestore(guard)))
      throw refusal('Another restore into this server is under way. Wait until it has ended.')
    await refuseIfNotEmpty(postgres)
    return work()
  })

interface Restoring {
  app: App
  file: BackupFile
  header: Header
  mediaRestore: MediaRestore | undefined
  reporter: ProgressReporter
  signal: AbortSignal | undefined
}

type Visit = (receiver: Receiver, line: Line) => Promise<void> | void

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

const receiversOn = ({ app, header, mediaRestore }: Restoring, postgres: Database) =>
  openReceivers(backupStores({ app, postgres, mediaRestore }), header)

/** Reads the whole file; refuses it when it changed since it was checked. */
const pass = async (
  { file, reporter, signal }: Restoring,
  receivers: Map<string, Receiver>,
  visit: Visit,
  checksum?: string,
) => {
  const read = await readBackupFile(
    file,
    (line) => {
      signal?.throwIfAborted()
      reporter.row()
      const receiver = receivers.get(line.content.store)
      if (!receiver) throw damaged(`a line belongs to ${JSON.stringify(line.content.store)}`)
      return visit(receiver, line)
    },
    reporter.position,
  )
  if (checksum !== undefined && read.checksum !== checksum)
    throw damaged('it changed while it was read')
  return read
}

/** Any failure, or a stop, undoes the work. */
const orUndo = async <Result>(receivers: Map<string, Receiver>, work: () => Promise<Result>) => {
  try {
    return await work()
  } catch (error) {
    for (const receiver of receivers.values()) await receiver.undo()
    throw error
  }
}

const writeRows = (restoring: Restoring, checksum: string) =>
  restoring.app.postgres.transaction(async (postgres) => {
    await lockTables(postgres, [...(await readTables(postgres)).keys()])
    await refuseIfNotEmpty(postgres)
    const receivers = await receiversOn(restoring, postgres)
    await orUndo(receivers, async () => {
      await pass(restoring, receivers, (receiver, line) => receiver.write(line), checksum)
      for (const receiver of receivers.values()) await receiver.finish()
      await takeStaffFromDemo(postgres)
    })
  })

/** Checks everything before it writes anything, and writes everything or nothing. */
export const restore = async (restoring: Restoring) => {
  const { app, header, reporter } = restoring
  const receivers = await receiversOn(restoring, app.postgres)
  reporter.step('Checking the backup')
  const { counts, checksum } = await pass(restoring, receivers, (receiver, line) =>
    receiver.check(line),
  )
  await namingFile(
    'The backup cannot be restored',
    orUndo(receivers, async () => {
      if (restoring.mediaRestore) {
        reporter.step('Writing media')
        await pass(restoring, receivers, (receiver, line) => receiver.prepare?.(line), checksum)
        for (const receiver of receivers.values()) await receiver.prepared?.()
      }
      reporter.step('Writing rows')
      await writeRows(restoring, checksum)
    }),
  )
  return { created_at: header.created_at, counts }
}
