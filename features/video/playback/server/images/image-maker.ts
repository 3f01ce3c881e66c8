import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  bringPicture,
  InFlight,
  pathOf,
  pictureSlotsOf,
  SegmentCache,
  ticksOf,
} from '@playhead/features/video/processing/server'
import { hasMedia, type Media } from '@playhead/media/find-media.ts'
import type { PictureWork } from '@playhead/media/images/picture-source.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import { AssetGone, storeMediaFile } from '@playhead/media-store/store-media-file.ts'
import { noSuchPlayback } from '../access/refusal.ts'
import { readStored } from '../bytes/stored-bytes.ts'
import { PictureAllowance } from './picture-allowance.ts'

const cacheBytesMax = 2 ** 30

export interface ImageOfAsset {
  environment: Environment
  asset: { id: string; media: MediaMap }
  /** The kind of picture with every parameter that affects it. */
  name: string
  options: unknown
  /** The file extension, such as `jpg`. */
  ending: string
  /** Composed of many pictures: takes seconds where others take a moment. */
  isExpensive?: boolean
  /** The name under which it is stored with the asset, for pictures that many viewers request. */
  stored?: string | undefined
  /** Seconds of the asset that are needed; missing: all of it. */
  range?: { start: number; end: number } | undefined
  /** Puts the file into the job folder as `source`; missing: that of the asset. */
  bring?(folder: string): Promise<void>
  make(media: Media, work: PictureWork): Promise<Buffer>
}

/** The viewer that it is made for; work of the server itself has no network. */
interface PictureViewer {
  signal: AbortSignal
  network?: string
}

interface Maker {
  cache: SegmentCache
  inFlight: InFlight<Buffer>
  allowance: PictureAllowance
}

const makers = new WeakMap<App['storage'], Maker>()

const makerOf = ({ storage, settings, clock, disk }: App): Maker => {
  const known = makers.get(storage) ?? {
    cache: new SegmentCache(
      join(settings.dataFolder, 'image-cache'),
      cacheBytesMax,
      undefined,
      () => disk.hasRoomFor(0),
    ),
    inFlight: new InFlight<Buffer>(),
    allowance: new PictureAllowance(settings.picturesPerMinute, clock),
  }
  makers.set(storage, known)
  return known
}

export const imageCacheOf = (app: App) => makerOf(app).cache

const keyOf = ({ asset, name, options, ending }: ImageOfAsset) => {
  const hash = createHash('sha256')
    .update(JSON.stringify([name, options]))
    .digest('hex')
  return `${asset.id}/${hash.slice(0, 32)}.${ending}`
}

const storageKeyOf = ({ environment, asset, stored }: ImageOfAsset) =>
  stored && `${environment.id}/${asset.id}/images/${stored}`

const make = (app: App, image: ImageOfAsset, { signal, network }: PictureViewer) => {
  const { media, settings } = app
  if (!hasMedia(media)) throw new Error(media.missing)
  const { environment, asset, isExpensive = false } = image
  if (network !== undefined) makerOf(app).allowance.take(environment.id, network, isExpensive)
  const path = pathOf(environment.id, network ?? '', asset.id)
  return pictureSlotsOf(app).run({ isWaitedFor: true, isExpensive, path }, signal, () =>
    withJobFolder(settings.dataFolder, async (folder) => {
      if (image.bring) await image.bring(folder)
      else {
        const place = { id: asset.id, environmentId: environment.id, media: asset.media }
        const range = image.range && ticksOf(image.range.start, image.range.end)
        await bringPicture(app, place, folder, { range, signal })
      }
      return image.make(media, { folder, fileName: 'source', map: asset.media, signal })
    }),
  )
}

const makeAndKeep = async (app: App, image: ImageOfAsset, viewer: PictureViewer) => {
  const key = storageKeyOf(image)
  if (key && (await app.storage.stat(key))) return readStored(app, key)
  const made = await make(app, image, viewer)
  if (key) await storeMediaFile(app, image.environment, { key, assetId: image.asset.id }, made)
  return made
}

/** From the local cache, from storage, or made now; concurrent requests share the work. */
export const imageBytes = async (
  app: App,
  image: ImageOfAsset,
  viewer: PictureViewer,
): Promise<Buffer> => {
  const { cache, inFlight } = makerOf(app)
  const key = keyOf(image)
  const kept = await cache.read(key)
  if (kept) return kept
  try {
    return await inFlight.join(key, viewer.signal, async (stillWanted) => {
      const made = await makeAndKeep(app, image, { ...viewer, signal: stillWanted })
      await cache.write(key, made)
      return made
    })
  } catch (error) {
    if (error instanceof StoredObjectMissing || error instanceof AssetGone) throw noSuchPlayback()
    throw error
  }
}
