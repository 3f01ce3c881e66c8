import { join } from 'node:path'
import { hasMedia } from '@playhead/media/find-media.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import {
  type AudioMap,
  type MediaMap,
  type RungName,
  rungNamed,
} from '@playhead/media/media-map.ts'
import { copiedSegment, type CopiedSegment } from '@playhead/media/segments/copied-segment.ts'
import { copyInit, encodeSegment, type SegmentBytes } from '@playhead/media/segments/segments.ts'
import { copySoundSegment } from '@playhead/media/segments/sound/sound-segments.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { sourceKeyOf } from '@playhead/media-store/media-keys.ts'
import { bringPicture } from '../bring-source.ts'
import { InFlight } from './in-flight.ts'
import { SegmentCache } from './segment-cache.ts'
import { pathOf, type EncoderSlots, encoderSlotsOf, type Ticket } from './encoder-slots.ts'
import { SoundMaker } from './sound-maker.ts'
import { placeOf, StoredRenditions } from './stored-renditions.ts'

/** What playback knows of an asset. */
export interface SegmentAsset {
  id: string
  environmentId: string
  media: MediaMap
}

interface Range {
  start: number
  end: number
}

/**
 * A range of a stored object, bytes that were just made, or samples that are read from the source
 * while they are sent.
 */
export type SegmentSource =
  | { storageKey: string; range: Range }
  | {
      bytes: Buffer
      /** Made before the rendition is stored, whose bytes may differ. */ isProvisional?: true
    }
  | { totalBytes: number; read: (range: Range) => AsyncIterable<Uint8Array> }

/** The viewer that work is done for: work without a waiting viewer is cancelled, and networks take turns. */
export interface Viewer {
  signal?: AbortSignal | undefined
  network?: string
}

export class NoSuchSegment extends Error {
  override readonly name = 'NoSuchSegment'
  constructor() {
    super('There is no such segment.')
  }
}

type PickedApp = Pick<App, 'postgres' | 'storage' | 'settings' | 'media' | 'log' | 'disk'>

class SegmentMaker {
  readonly #app: PickedApp
  readonly #cache: SegmentCache
  readonly #inFlight = new InFlight<SegmentBytes>()
  readonly #tickets = new Map<string, Ticket>()
  readonly #slots: EncoderSlots
  readonly #stored: StoredRenditions
  readonly #sounds: SoundMaker

  constructor(app: PickedApp) {
    this.#app = app
    this.#cache = new SegmentCache(
      join(app.settings.dataFolder, 'segment-cache'),
      app.settings.segmentCacheBytes,
      undefined,
      () => app.disk.hasRoomFor(0),
    )
    this.#slots = encoderSlotsOf(app)
    this.#stored = new StoredRenditions(app.postgres)
    this.#sounds = new SoundMaker(app, this.#cache, this.#slots)
  }

  get cache() {
    return this.#cache
  }

  /** Part -1 is the initialisation segment; -2 that of a second file, and so on. */
  async part(
    asset: SegmentAsset,
    name: string,
    index: number,
    viewer: Viewer,
  ): Promise<SegmentSource> {
    const stored = await this.#storedPart(asset, name, index)
    if (stored) return stored
    const { video, audio } = asset.media
    const sound = audio.find((one) => one.name === name && (one.isInPlace || one.pieces))
    if (sound) return { bytes: await this.#sound(asset, sound, index, viewer), isProvisional: true }
    const rung = video && rungNamed(video, name)
    if (!video || !rung?.isOnDemand || index >= video.cuts.length - 1) throw new NoSuchSegment()
    if (rung.name === 'source') return this.#copy(asset, index)
    return { bytes: await this.#encoded(asset, rung.name, index, viewer) }
  }

  async #storedPart(asset: SegmentAsset, name: string, index: number) {
    const stored = await this.#stored.find(asset, name)
    if (!stored) return undefined
    const place = placeOf(stored, index)
    if (!place) throw new NoSuchSegment()
    return place
  }

  async #withSource<Result>(asset: SegmentAsset, read: (path: string) => Promise<Result>) {
    const copy = await this.#app.storage.localCopy(sourceKeyOf(asset.environmentId, asset.id))
    try {
      return await read(copy.path)
    } finally {
      await copy.release()
    }
  }

  async #copy(asset: SegmentAsset, index: number): Promise<SegmentSource> {
    const given = (sourcePath: string) => ({ sourcePath, map: asset.media, index })
    if (index < 0) return { bytes: await this.#withSource(asset, (path) => copyInit(given(path))) }
    const copied = await this.#withSource(asset, (path) => copiedSegment(given(path)))
    return {
      totalBytes: copied.totalBytes,
      read: (range) => this.#readCopied(asset, copied, range),
    }
  }

  /** Segments of a good source have hundreds of megabytes, too many to buffer for every viewer. */
  async *#readCopied(asset: SegmentAsset, copied: CopiedSegment, range: Range) {
    const copy = await this.#app.storage.localCopy(sourceKeyOf(asset.environmentId, asset.id))
    try {
      yield* copied.read(copy.path, range)
    } finally {
      await copy.release()
    }
  }

  #sound(asset: SegmentAsset, audio: AudioMap, index: number, viewer: Viewer) {
    if (index >= audio.cuts.length - 1) throw new NoSuchSegment()
    if (!audio.isInPlace) return this.#sounds.part(asset, audio, index, viewer)
    return this.#withSource(asset, (sourcePath) =>
      copySoundSegment(sourcePath, { map: asset.media, audio }, index),
    )
  }

  async #encoded(asset: SegmentAsset, rung: RungName, index: number, viewer: Viewer) {
    const kept = await this.#cache.read(cacheKey(asset, rung, index))
    const bytes = kept ?? (await this.#make(asset, rung, index, viewer))
    if (index >= 0) this.#makeAhead(asset, rung, index + 1, viewer)
    return bytes
  }

  /** Every segment comes with an initialisation segment, so a request for the latter makes the first segment. */
  async #make(
    asset: SegmentAsset,
    rung: RungName,
    index: number,
    viewer: Viewer,
    isWaitedFor = true,
  ) {
    const segment = Math.max(0, index)
    const key = cacheKey(asset, rung, segment)
    const { signal, network = '' } = viewer
    const path = pathOf(asset.environmentId, network, asset.id)
    const ticket = this.#tickets.get(key) ?? { isWaitedFor, path }
    ticket.isWaitedFor ||= isWaitedFor
    this.#tickets.set(key, ticket)
    const made = await this.#inFlight
      .join(key, signal, (stillWanted) =>
        this.#slots.run(ticket, stillWanted, () => this.#encode(asset, rung, segment, stillWanted)),
      )
      .finally(() => this.#inFlight.has(key) || this.#tickets.delete(key))
    return index < 0 ? made.init : made.media
  }

  async #encode(asset: SegmentAsset, rung: RungName, index: number, signal: AbortSignal) {
    const { media, settings } = this.#app
    if (!hasMedia(media)) throw new Error(media.missing)
    const made = await withJobFolder(settings.dataFolder, async (folder) => {
      const { cuts = [] } = asset.media.video ?? {}
      const range = { from: cuts[index] ?? 0, to: cuts[index + 1] ?? 0 }
      await bringPicture(this.#app, asset, folder, { range, signal })
      const work = { folder, fileName: 'source', map: asset.media, signal }
      return encodeSegment(media, { ...work, rung, index })
    })
    await this.#cache.write(cacheKey(asset, rung, -1), made.init)
    await this.#cache.write(cacheKey(asset, rung, index), made.media)
    return made
  }

  #makeAhead(asset: SegmentAsset, rung: RungName, index: number, { network = '' }: Viewer) {
    const count = (asset.media.video?.cuts.length ?? 1) - 1
    const key = cacheKey(asset, rung, index)
    if (index >= count || this.#inFlight.has(key)) return
    const make = async () => {
      if (!(await this.#cache.has(key))) await this.#make(asset, rung, index, { network }, false)
    }
    // A request for this segment runs into the same failure and reports it.
    make().catch(() => {})
  }
}

const cacheKey = ({ id }: SegmentAsset, rung: RungName, index: number) =>
  `${id}/${rung}/${index < 0 ? 'init.mp4' : `${index}.m4s`}`

const makers = new WeakMap<App['storage'], SegmentMaker>()

const makerOf = (app: PickedApp) => {
  const known = makers.get(app.storage) ?? new SegmentMaker(app)
  makers.set(app.storage, known)
  return known
}

/** Throws NoSuchSegment. */
export const initSegment = (
  app: PickedApp,
  asset: SegmentAsset,
  rendition: string,
  viewer: Viewer = {},
  /** The number of its file, where a recording has several. */
  piece = 0,
) => makerOf(app).part(asset, rendition, -1 - piece, viewer)

export const segment = (
  app: PickedApp,
  asset: SegmentAsset,
  rendition: string,
  index: number,
  viewer: Viewer = {},
) => {
  if (!Number.isInteger(index) || index < 0) throw new NoSuchSegment()
  return makerOf(app).part(asset, rendition, index, viewer)
}

export const segmentCacheOf = (app: PickedApp) => makerOf(app).cache
