import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import { isStorageKey } from '@playhead/storage/storage-key.ts'
import { countKeptMedia } from '@playhead/media-store/kept-media.sql.ts'
import { damaged, type Line } from '../file/backup-format.ts'
import { type Copying, copyFile, keptFiles } from './copy-media.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import type { Content, MediaFolder } from './media-folder.ts'
import type { Receiver, Store, StoreContext } from '../stores/store.ts'

const filesAtOnce = 4
const count = z.int().nonnegative()

/** The description of the media in the header: where their contents are, or that they are left out. */
export const DescribedMedia = z.union([
  z.strictObject({ left_out: z.literal(true), assets: count, files: count, bytes: count }),
  z.strictObject({ folder: z.string().min(1), assets: count, files: count, bytes: count }),
])
export type DescribedMedia = z.infer<typeof DescribedMedia>

export const assetsOf = (count: number) => (count === 1 ? '1 asset' : `${count} assets`)

const MediaLine = z.union([
  z.strictObject({
    store: z.literal('media'),
    key: z.string().refine(isStorageKey),
    bytes: count,
    sha256: z.string().regex(/^[\da-f]{64}$/),
  }),
  /** The file was not in the storage when the backup was made. */
  z.strictObject({
    store: z.literal('media'),
    key: z.string().refine(isStorageKey),
    missing: z.literal(true),
  }),
])

const readLine = ({ content }: Line) => {
  const line = MediaLine.safeParse(content)
  if (!line.success) throw damaged('a media file is malformed')
  return line.data
}

/** How a backup handles media: where it copies them, and the name of that folder in the file. */
export interface MediaBackup {
  folderName: string
  copying: Copying
  missing: number
}

export interface MediaRestore {
  folder: MediaFolder
  /** Called after each chunk of a file. */
  seen: (bytes: number) => void
}

const holds = async ({ storage }: App, key: string, sha256: string) => {
  const hash = createHash('sha256')
  for await (const piece of (await storage.read(key)).bytes) hash.update(piece)
  return hash.digest('hex') === sha256
}

const receiveMedia = (app: App, { folder, seen }: MediaRestore): Receiver => {
  const files = new ConcurrencyLimit(filesAtOnce)
  const written: string[] = []
  async function* seenBytes(content: Content) {
    for await (const piece of folder.read(content)) {
      seen(piece.byteLength)
      yield piece
    }
  }
  const store = async (key: string, content: Content) => {
    const stored = await app.storage.stat(key)
    if (stored?.bytes === content.bytes && (await holds(app, key, content.sha256)))
      return seen(content.bytes)
    // A failed restore removes only files that it added, not those that existed before.
    if (!stored) written.push(key)
    await app.storage.write(key, seenBytes(content))
  }
  return {
    async check(line) {
      const file = readLine(line)
      if (!('missing' in file)) for await (const _ of seenBytes(file));
    },
    async prepare(line) {
      const file = readLine(line)
      if (!('missing' in file)) await files.add(() => store(file.key, file))
    },
    prepared: () => files.finish(),
    write: async () => {},
    finish: async () => {},
    async undo() {
      await files.end()
      for (const key of written) await app.storage.remove(key)
    },
  }
}

const receiveNothing = (): Receiver => ({
  check() {
    throw damaged('it has media files which its header leaves out')
  },
  write: async () => {},
  finish: async () => {},
  undo: async () => {},
})

const passOver = (): Receiver => ({
  check: (line) => void readLine(line),
  write: async () => {},
  finish: async () => {},
  undo: async () => {},
})

/**
 * Names and checksums of all media files that rows refer to; the contents are in a separate folder. No removal begins
 * after the snapshot of the rows, so the files they refer to exist.
 */
export const mediaStore = ({ app, postgres, mediaBackup, mediaRestore }: StoreContext): Store => ({
  name: 'media',
  isRequired: false,

  async describe(): Promise<DescribedMedia> {
    const kept = await countKeptMedia(postgres)
    return mediaBackup ? { folder: mediaBackup.folderName, ...kept } : { left_out: true, ...kept }
  },

  async *lines() {
    if (!mediaBackup) return
    for await (const row of keptFiles(postgres)) {
      const content = await copyFile(mediaBackup.copying, row)
      if (!content) mediaBackup.missing += 1
      yield JSON.stringify({ store: 'media', key: row.key, ...(content ?? { missing: true }) })
    }
  },

  async receive(given) {
    const described = DescribedMedia.safeParse(given)
    if (!described.success) throw damaged('its header says nothing of the media')
    if ('left_out' in described.data) return receiveNothing()
    return mediaRestore ? receiveMedia(app, mediaRestore) : passOver()
  },
})
