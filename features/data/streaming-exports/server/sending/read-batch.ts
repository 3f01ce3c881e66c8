import { type Batch, packBatch } from './batch.ts'
import {
  comparePlaces,
  type FinishedKey,
  readFinishedViews,
  type SentRow,
} from './finished-views.sql.ts'

/** `keysMax` is how many places are listed at once. */
export const batchLimits = { rowsMax: 5_000, bytesMax: 5_000_000, keysMax: 20_000 }

/** Ids are parameters in the address of a query, which may have a megabyte. */
const idCharactersMax = 200_000
const readAtOnceMax = 5_000
/** Of one query; more would be too much text in memory. */
const batchesMax = 4
const firstGuessBytes = 5_000

export interface Read {
  /** Missing if all of the views are gone. */
  batch: Batch | undefined
  rows: readonly Omit<SentRow, 'line'>[]
  /** The next of the keys: their views are in the rows, or gone, or come again in a newer version. */
  keys: readonly FinishedKey[]
}

const keyOf = ({ at, viewId, version }: SentRow) => ({ at, viewId, version })

const pack = async (rows: readonly SentRow[], keys: readonly FinishedKey[]): Promise<Read> => {
  const batch = rows.length > 0 ? await packBatch(rows) : undefined
  return { batch, rows: rows.map(keyOf), keys }
}

/** Reads several batches with one query, which costs hardly more than one, and ends before any of them is sent. */
export class BatchReader {
  readonly #environment: Parameters<typeof readFinishedViews>[0]
  readonly #limits: typeof batchLimits
  #bytesOfRow = firstGuessBytes

  constructor(environment: Parameters<typeof readFinishedViews>[0], limits = batchLimits) {
    this.#environment = environment
    this.#limits = limits
  }

  /** What comes first of these keys, at least one of them. */
  async read(keys: readonly FinishedKey[], signal: AbortSignal): Promise<Read[]> {
    const { rowsMax, bytesMax } = this.#limits
    const asked = this.#next(keys)
    const reads: Promise<Read>[] = []
    let rows: SentRow[] = []
    let bytes = 0
    let covered = 0
    const endBatch = (upTo: number) => {
      reads.push(pack(rows, asked.slice(covered, upTo)))
      covered = Math.max(covered, upTo)
      if (rows.length > 0) this.#bytesOfRow = bytes / rows.length
      rows = []
      bytes = 0
    }
    for await (const row of readFinishedViews(this.#environment, asked, signal)) {
      const last = rows.at(-1)
      if (last && (rows.length === rowsMax || bytes + row.line.length > bytesMax)) {
        endBatch(countUpTo(asked, last))
        if (reads.length === batchesMax) return Promise.all(reads)
      }
      rows.push(row)
      bytes += row.line.length
    }
    endBatch(asked.length)
    return Promise.all(reads)
  }

  /** About as many as will fit. */
  #next(keys: readonly FinishedKey[]) {
    const fitting = Math.floor((batchesMax * this.#limits.bytesMax) / this.#bytesOfRow)
    const asked: FinishedKey[] = []
    let characters = 0
    for (const key of keys.slice(0, Math.min(readAtOnceMax, Math.max(1, fitting)))) {
      characters += key.viewId.length
      if (asked.length > 0 && characters > idCharactersMax) break
      asked.push(key)
    }
    return asked
  }
}

const countUpTo = (keys: readonly FinishedKey[], last: SentRow) =>
  keys.filter((key) => comparePlaces(key, last) <= 0).length
