import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { backupFormat, backupVersion, namingFile, type Header } from './backup-format.ts'
import { backupStores } from './backup-stores.ts'
import { freezeSnapshot } from './postgres-store.sql.ts'
import { exists } from './synced-file.ts'
import { refuseToOverwrite, writeBackupFile } from './write-backup-file.ts'

const Manifest = z.object({ version: z.string() })

const productVersion = async (projectRoot: string) =>
  Manifest.parse(JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))).version

const fileFor = async (to: string, createdAt: string) => {
  const isFolder = await stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? join(to, `playhead-${createdAt.replaceAll(/[:.]/g, '-')}.ndjson.gz`) : to
}

export const backupCommand = command({
  name: 'backup',
  summary: 'Write everything this server keeps into one file, while it goes on serving',
  options: z.object({
    to: z
      .string()
      .refine(isAbsolute, 'Give an absolute path')
      .meta({ description: 'The new file, or the folder to make it in', kind: 'path' }),
  }),
  run: async (app, { to }) => {
    const createdAt = app.clock.now().toISOString()
    const file = await fileFor(to, createdAt)
    if (await exists(file)) throw refuseToOverwrite(file)
    const version = await productVersion(app.projectRoot)
    return app.postgres.transaction(async (postgres) => {
      await freezeSnapshot(postgres)
      const stores = backupStores({ app, postgres })
      const header: Header = {
        format: backupFormat,
        version: backupVersion,
        created_at: createdAt,
        product_version: version,
        stores: {},
      }
      for (const store of stores) header.stores[store.name] = await store.describe()
      const written = await namingFile(
        `The backup ${file} cannot be written`,
        writeBackupFile(file, header, stores),
      )
      return { file, created_at: createdAt, ...written }
    })
  },
})
