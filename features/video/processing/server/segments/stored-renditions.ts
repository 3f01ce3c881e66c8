import type { Database } from '@playhead/postgres/client.ts'
import { findReadyRendition } from '../renditions.sql.ts'

interface StoredPlaces {
  storageKey: string
  offsets: readonly number[]
}

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
    const found = row && { storageKey: row.storage_key, offsets: row.offsets }
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
