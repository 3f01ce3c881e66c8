import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { countKeptMedia, holdRemovals } from '@playhead/media-store/kept-media.sql.ts'
import { writeNewestBackup } from '@playhead/server-kit/state/server-state.sql.ts'
import { backupFormat, backupVersion, namingFile, type Header } from './file/backup-format.ts'
import { backupStores } from './stores/backup-stores.ts'
import { copyAhead } from './media/copy-media.ts'
import { MediaFolder } from './media/media-folder.ts'
import { assetsOf, DescribedMedia, type MediaBackup } from './media/media-store.ts'
import { readPassphrase } from './file/passphrase.ts'
import { freezeSnapshot } from './stores/postgres-store.sql.ts'
import { exists } from './file/synced-file.ts'
import { reportProgress } from './report-progress.ts'
import { refuseToOverwrite, writeBackupFile } from './file/write-backup-file.ts'

const Manifest = z.object({ version: z.string() })

const productVersion = async (projectRoot: string) =>
  Manifest.parse(JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))).version

const fileFor = async (to: string, createdAt: string, isEncrypted: boolean) => {
  const isFolder = await stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const name = `playhead-${createdAt.replaceAll(/[:.]/g, '-')}.ndjson.gz${isEncrypted ? '.sealed' : ''}`
  return isFolder ? join(to, name) : to
}

/** A relative path, so that file and folder can be moved together. */
const folderName = (file: string, folder: string) => {
  const name = relative(dirname(file), folder)
  return name === '' || name.startsWith('..') ? folder : name
}

const path = (description: string) =>
  z.string().refine(isAbsolute, 'Give an absolute path').meta({ description, kind: 'path' })

const options = z.object({
  to: path('The new file, or the folder to make it in'),
  media_folder: path(
    'Folder for the media; by default playhead-media beside the file, shared by all backups there',
  ).optional(),
  without_media: z.boolean().optional().meta({ description: 'Leave media out' }),
  passphrase_file: path('Encrypt with the passphrase in this file').optional(),
})

const mediaBackupFor = (
  app: App,
  given: z.output<typeof options>,
  file: string,
  passphrase: string | undefined,
): MediaBackup | undefined => {
  if (given.without_media) return undefined
  const path = given.media_folder ?? join(dirname(file), 'playhead-media')
  let made: Promise<MediaFolder> | undefined
  return {
    folderName: folderName(file, path),
    missing: 0,
    copying: {
      app,
      // The folder is created with the first media file.
      folder: () => (made ??= MediaFolder.make(path, passphrase)),
      copied: { files: 0, bytes: 0 },
    },
  }
}

const presentMedia = (described: unknown, media: MediaBackup | undefined) => {
  const { assets, files, bytes } = DescribedMedia.parse(described)
  if (!media) return `Left out: the media of ${assetsOf(assets)} are not in this backup.`
  const { copying, missing, folderName: folder } = media
  return {
    folder,
    assets,
    files,
    bytes,
    copied_files: copying.copied.files,
    copied_bytes: copying.copied.bytes,
    ...(missing > 0 && {
      warning: `${missing === 1 ? '1 file is' : `${missing} files are`} missing in the storage, and so in this backup.`,
    }),
  }
}

const openWarning =
  'This file is not encrypted and contains the server secret: anyone who reads it can decrypt everything. Protect it like a key, or give --passphrase-file.'

export const backupCommand = command({
  name: 'backup',
  summary: 'Back up everything this server keeps, into a file and a folder of media beside it',
  options,
  run: async (app, given, { signal, progress } = {}) => {
    const createdAt = app.clock.now().toISOString()
    const passphrase =
      given.passphrase_file === undefined ? undefined : await readPassphrase(given.passphrase_file)
    const file = await fileFor(given.to, createdAt, passphrase !== undefined)
    if (await exists(file)) throw refuseToOverwrite(file)
    const version = await productVersion(app.projectRoot)
    const media = mediaBackupFor(app, given, file, passphrase)
    const kept = await countKeptMedia(app.postgres)
    const reporter = reportProgress(progress, { file: 0, media: media ? kept.bytes : 0 })
    if (media) Object.assign(media.copying, { signal, seen: reporter.media })

    const write = () =>
      app.postgres.transaction(async (guard) => {
        // The lock must be held before the snapshot of the rows is taken, so it needs a second transaction.
        await holdRemovals(guard)
        return app.postgres.transaction(async (postgres) => {
          await freezeSnapshot(postgres)
          const stores = backupStores({ app, postgres, mediaBackup: media })
          const header: Header = {
            format: backupFormat,
            version: backupVersion,
            created_at: createdAt,
            product_version: version,
            stores: {},
          }
          for (const store of stores) header.stores[store.name] = await store.describe()
          reporter.step('Writing rows')
          const seen = reporter.row
          const written = await writeBackupFile(file, { header, stores, passphrase, signal, seen })
          return { ...written, media: presentMedia(header.stores['media'], media) }
        })
      })

    const written = await namingFile(
      `The backup ${file} cannot be written`,
      (async () => {
        reporter.step('Copying media')
        if (media) await copyAhead(media.copying)
        return write()
      })(),
    )
    await writeNewestBackup(app.postgres, createdAt)
    return {
      file,
      created_at: createdAt,
      ...written,
      ...(passphrase === undefined && { warning: openWarning }),
    }
  },
})
