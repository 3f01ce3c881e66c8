import { hasMedia } from '@playhead/media/find-media.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import type { AudioMap, MediaMap } from '@playhead/media/media-map.ts'
import {
  encodeSoundPiece,
  pieceOf,
  type SoundPiece,
} from '@playhead/media/segments/sound/sound-pieces.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { downloadStored } from '@playhead/media-store/download-stored.ts'
import { sourceKeyOf } from '@playhead/media-store/media-keys.ts'
import { InFlight } from './in-flight.ts'
import type { SegmentCache } from './segment-cache.ts'
import type { Viewer } from './segments.ts'
import { pathOf, type EncoderSlots, type Ticket } from './encoder-slots.ts'

interface SoundAsset {
  id: string
  environmentId: string
  media: MediaMap
}

/** Encodes sound that is not stored yet on demand, a few segments at a time. */
export class SoundMaker {
  readonly #app: Pick<App, 'storage' | 'settings' | 'media'>
  readonly #cache: SegmentCache
  readonly #slots: EncoderSlots
  readonly #inFlight = new InFlight<SoundPiece>()
  readonly #tickets = new Map<string, Ticket>()

  constructor(
    app: Pick<App, 'storage' | 'settings' | 'media'>,
    cache: SegmentCache,
    slots: EncoderSlots,
  ) {
    this.#app = app
    this.#cache = cache
    this.#slots = slots
  }

  /** Part -1 is the initialisation segment. */
  async part(asset: SoundAsset, audio: AudioMap, index: number, viewer: Viewer): Promise<Buffer> {
    const given = { map: asset.media, audio }
    const piece = pieceOf(given, Math.max(0, index))
    const kept = await this.#cache.read(cacheKey(asset, audio, index))
    const bytes = kept ?? partOf(await this.#make(asset, audio, piece, viewer, true), index)
    if (index >= 0) this.#makeAhead(asset, audio, piece.to, viewer)
    return bytes
  }

  async #make(
    asset: SoundAsset,
    audio: AudioMap,
    piece: { from: number; to: number },
    viewer: Viewer,
    isWaitedFor: boolean,
  ) {
    const key = cacheKey(asset, audio, piece.from)
    const { signal, network = '' } = viewer
    const path = pathOf(asset.environmentId, network, asset.id)
    const ticket = this.#tickets.get(key) ?? { isWaitedFor, path }
    ticket.isWaitedFor ||= isWaitedFor
    this.#tickets.set(key, ticket)
    return this.#inFlight
      .join(key, signal, (stillWanted) =>
        this.#slots.run(ticket, stillWanted, () => this.#encode(asset, audio, piece, stillWanted)),
      )
      .finally(() => this.#inFlight.has(key) || this.#tickets.delete(key))
  }

  async #encode(
    asset: SoundAsset,
    audio: AudioMap,
    piece: { from: number; to: number },
    signal: AbortSignal,
  ) {
    const { media, storage, settings } = this.#app
    if (!hasMedia(media)) throw new Error(media.missing)
    const made = await withJobFolder(settings.dataFolder, async (folder) => {
      await downloadStored(
        { storage },
        sourceKeyOf(asset.environmentId, asset.id),
        folder,
        'source',
      )
      const work = { folder, fileName: 'source', map: asset.media, audio, signal }
      return encodeSoundPiece(media, work, piece)
    })
    const parts: [number, Buffer][] = [[-1, made.init], ...made.segments]
    await Promise.all(
      parts.map(([index, bytes]) => this.#cache.write(cacheKey(asset, audio, index), bytes)),
    )
    return made
  }

  /** A listener of one piece will request the next one too. */
  #makeAhead(asset: SoundAsset, audio: AudioMap, index: number, { network = '' }: Viewer) {
    const key = cacheKey(asset, audio, index)
    if (index + 1 >= audio.cuts.length || this.#inFlight.has(key)) return
    const make = async () => {
      if (await this.#cache.has(key)) return
      const piece = pieceOf({ map: asset.media, audio }, index)
      await this.#make(asset, audio, piece, { network }, false)
    }
    // A request for this piece runs into the same failure and reports it.
    make().catch(() => {})
  }
}

const partOf = ({ init, segments }: SoundPiece, index: number) => {
  const bytes = index < 0 ? init : segments.get(index)
  if (!bytes) throw new RangeError(`There is no segment ${index} of the sound.`)
  return bytes
}

const cacheKey = ({ id }: SoundAsset, { name }: AudioMap, index: number) =>
  `${id}/${name}/${index < 0 ? 'init.mp4' : `${index}.m4s`}`
