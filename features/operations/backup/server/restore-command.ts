import { dirname, isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { compareNow, enqueueStorageCheck } from '@playhead/features/video/storage-check/server'
import type { App } from '@playhead/server-kit/app.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { countMissingMedia } from '@playhead/media-store/kept-media.sql.ts'
import { openBackupFile } from './file/backup-file.ts'
import type { Header } from './file/backup-format.ts'
import { MediaFolder } from './media/media-folder.ts'
import { assetsOf, DescribedMedia } from './media/media-store.ts'
import { readPassphrase } from './file/passphrase.ts'
import { readHeader } from './file/read-backup-file.ts'
import { withExclusiveLock, refuseIfNotEmpty, restore } from './restore.ts'
import { reportProgress } from './report-progress.ts'

const path = (description: string) =>
  z.string().refine(isAbsolute, 'Give an absolute path').meta({ description, kind: 'path' })

const options = z.object({
  from: path('The file that backup wrote'),
  passphrase_file: path('The file with the passphrase of an encrypted backup').optional(),
  media_folder: path('Folder of the media, if you moved it').optional(),
  without_media: z
    .boolean()
    .optional()
    .meta({ description: 'Leave media as they are in the storage of this server' }),
})

/** Files of version 1 do not mention media, and have none. */
const mediaOf = ({ stores }: Header) => {
  const described = DescribedMedia.safeParse(stores['media']).data
  return described && 'folder' in described && described.files > 0 ? described : undefined
}

const sayWithoutMedia = (stores: Header['stores']) => {
  const described = DescribedMedia.safeParse(stores['media']).data
  if (!described) return 'This backup was made by a version that left media out.'
  if ('folder' in described && described.files > 0)
    return 'They are left as they are in the storage of this server.'
  return described.assets === 0
    ? 'There were none.'
    : `The media of ${assetsOf(described.assets)} are not in this backup.`
}

/** Runs at once, so that no asset whose files are missing is shown as complete. */
const findMissing = async (app: App) => {
  try {
    await compareNow({ app, signal: AbortSignal.any([]), progress: () => {} })
  } catch (error) {
    app.log.error('the storage could not be compared after a restore', { error })
    await enqueueStorageCheck(app)
    return 'The storage could not be compared with what was restored; it is tried again in the background.'
  }
  const { assets, files } = await countMissingMedia(app.postgres)
  return files === 0
    ? undefined
    : `Files of ${assetsOf(assets)} are missing in the storage of this server (${files} in all); doctor and the assets list them.`
}

export const restoreCommand = command({
  name: 'restore',
  summary: 'Restore a backup into this empty server',
  options,
  run: async (app, given, { signal, progress } = {}) => {
    await refuseIfNotEmpty(app.postgres)
    const passphrase =
      given.passphrase_file === undefined ? undefined : await readPassphrase(given.passphrase_file)
    const file = await openBackupFile(given.from, passphrase)
    try {
      const header = await readHeader(file)
      const media = mediaOf(header)
      const takesMedia = media !== undefined && !given.without_media
      const reporter = reportProgress(progress, {
        file: file.bytes,
        media: takesMedia ? media.bytes : 0,
      })
      const folder =
        takesMedia &&
        (await MediaFolder.open(
          given.media_folder ?? resolve(dirname(given.from), media.folder),
          passphrase,
        ))
      const mediaRestore = folder ? { folder, seen: reporter.media } : undefined
      const restored = await withExclusiveLock(app, () =>
        restore({ app, file, header, mediaRestore, reporter, signal }),
      )
      const missing = await findMissing(app)
      return {
        file: given.from,
        ...restored,
        media: folder
          ? `${media.files} files of ${assetsOf(media.assets)}.`
          : sayWithoutMedia(header.stores),
        ...(missing && { missing_media: missing }),
        notice: 'Other processes on this database must be restarted to open sealed values.',
      }
    } finally {
      await file.close()
    }
  },
})
