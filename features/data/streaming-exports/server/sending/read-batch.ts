import {
  comparePlaces,
  type FinishedKey,
  readFinishedViews,
  type SentRow,
} from './finished-views.sql.ts'

/** Also how many places are listed at once. */
export const batchLimits = { rowsMax: 5_000, bytesMax: 5_000_000, keysMax: 5_000 }

/** Ids are parameters in the address of a query, which may have a megabyte. */
const idCharactersMax = 200_000
const readAtOnceMax = 2_000
const firstGuessBytes = 5_000

interface Read {
  rows: SentRow[]
  /** How many of the keys this covers: their views are in the rows, or gone, or come again in a newer version. */
  covered: number
}

/** Reads views up to the size of a batch, so that neither a long query nor many rows wait for a destination. */
export class BatchReader {
  readonly #environment: Parameters<typeof readFinishedViews>[0]
  readonly #limits: typeof batchLimits
  #bytesOfRow = firstGuessBytes

  constructor(environment: Parameters<typeof readFinishedViews>[0], limits = batchLimits) {
    this.#environment = environment
    this.#limits = limits
  }

  async read(keys: readonly FinishedKey[], signal: AbortSignal): Promise<Read> {
    const { rowsMax, bytesMax } = this.#limits
    const rows: SentRow[] = []
    let bytes = 0
    let covered = 0
    while (covered < keys.length && rows.length < rowsMax && bytes < bytesMax) {
      const asked = this.#next(keys, covered, rowsMax - rows.length, bytesMax - bytes)
      for await (const row of readFinishedViews(this.#environment, asked, signal)) {
        const size = Buffer.byteLength(row.line) + 1
        const last = rows.at(-1)
        if (last && bytes + size > bytesMax)
          return { rows, covered: covered + countUpTo(asked, last) }
        rows.push(row)
        bytes += size
      }
      covered += asked.length
      if (rows.length > 0) this.#bytesOfRow = bytes / rows.length
    }
    return { rows, covered }
  }

  /** About as many as will fit. */
  #next(keys: readonly FinishedKey[], start: number, rowsMax: number, bytesMax: number) {
    const fitting = Math.max(1, Math.floor(bytesMax / this.#bytesOfRow))
    const end = start + Math.min(rowsMax, readAtOnceMax, fitting)
    let characters = 0
    const asked: FinishedKey[] = []
    for (const key of keys.slice(start, end)) {
      characters += key.viewId.length
      if (asked.length > 0 && characters > idCharactersMax) break
      asked.push(key)
    }
    return asked
  }
}

/** A row of an earlier read covers none of these keys. */
const countUpTo = (keys: readonly FinishedKey[], last: SentRow) =>
  keys.filter((key) => comparePlaces(key, last) <= 0).length
