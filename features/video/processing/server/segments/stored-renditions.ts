import type { Database } from '@playhead/postgres/client.ts'
import { findReadyRendition } from '../renditions.sql.ts'

interface StoredPiece {
  storageKey: string
  /** The number of its file. */
  piece: number
  firstSegment: number
  /** The first is where these segments begin: in a file that is new, behind the initialisation segment. */
  offsets: readonly number[]
}

/** One file, or several where parameters changed during a recording, which may have come back to an earlier one. */
export type StoredPlaces = readonly StoredPiece[]

interface Known {
  found: StoredPlaces | undefined
  /** A missing rendition may be stored soon, so misses expire. */
  until: number
}

const keptMax = 1_000
const missingMs = 1_000

/** Caches which renditions are stored, to avoid a query for each segment. */
export class StoredRenditions {
  readonly #postgres: Database
  readonly #known = new Map<string, Known>()

  constructor(postgres: Database) {
    this.#postgres = postgres
  }

  async find(
    asset: { id: string; environmentId: string },
    name: string,
  ): Promise<StoredPlaces | undefined> {
    const key = `${asset.id}/${name}`
    const known = this.#known.get(key)
    if (known && known.until > Date.now()) return known.found
    const row = await findReadyRendition(this.#postgres, asset, name)
    const found = row && placesOf(row)
    this.#known.delete(key)
    this.#known.set(key, {
      found,
      until: found ? Number.POSITIVE_INFINITY : Date.now() + missingMs,
    })
    const oldest = this.#known.keys().next().value
    if (this.#known.size > keptMax && oldest !== undefined) this.#known.delete(oldest)
    return found
  }
}

export const placesOf = (row: NonNullable<Awaited<ReturnType<typeof findReadyRendition>>>) => {
  const pieces = row.pieces ?? [
    { storage_key: row.storage_key, first_segment: 0, offsets: row.offsets },
  ]
  return pieces.map(
    ({ storage_key: storageKey, first_segment: firstSegment, offsets, piece }, place) => ({
      storageKey,
      piece: piece ?? place,
      firstSegment,
      offsets,
    }),
  )
}

/** Where a segment lies; -1 is the initialisation segment of the first file, -2 of the second, and so on. */
export const placeOf = (places: StoredPlaces, index: number) => {
  const piece =
    index < 0
      ? places.find((one) => one.piece === -1 - index)
      : places.findLast(({ firstSegment }) => firstSegment <= index)
  const local = piece && index >= 0 ? index - piece.firstSegment : -1
  const start = local < 0 ? 0 : piece?.offsets[local]
  const end = piece?.offsets[local + 1]
  if (!piece || start === undefined || end === undefined) return undefined
  return { storageKey: piece.storageKey, range: { start, end: end - 1 } }
}
