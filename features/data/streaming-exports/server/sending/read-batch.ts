import { type Batch, batchOf } from './batch.ts'
import type { FinishedKey } from './finished-views.sql.ts'
import type { RowSource } from './row-source.ts'

/** `bytesMax` is of a packed batch, and `keysMax` is how many places are listed at once. */
export const batchLimits = { rowsMax: 5_000, bytesMax: 5_000_000, keysMax: 20_000 }

/** Ids are parameters in the address of a query, which may have a megabyte. */
const idCharactersMax = 200_000
const firstGuessBytes = 1_000

type Environment = Parameters<RowSource['pack']>[0]

type Limits = typeof batchLimits

export interface Read {
  /** Missing if all of the views are gone or replaced. */
  batch: Batch | undefined
  rows: number
  keys: readonly FinishedKey[]
}

/** Reads one batch with each query, which ends before the batch is sent. */
export class BatchReader {
  readonly #environment: Environment
  readonly #limits: typeof batchLimits
  readonly #source: Pick<RowSource, 'pack'>
  #bytesOfRow = firstGuessBytes

  constructor(
    environment: Environment,
    { source, limits = batchLimits }: { source: Pick<RowSource, 'pack'>; limits?: Limits },
  ) {
    this.#environment = environment
    this.#source = source
    this.#limits = limits
  }

  /** About as many keys as will fit into a batch, from the first on. */
  *cut(keys: readonly FinishedKey[]): Generator<readonly FinishedKey[]> {
    for (let from = 0; from < keys.length;) {
      const part = this.#first(keys, from)
      from += part.length
      yield part
    }
  }

  /** One batch, or several if it turns out too large. */
  async read(keys: readonly FinishedKey[], signal: AbortSignal): Promise<Read[]> {
    const { rows, bytes } = await this.#source.pack(this.#environment, keys, signal)
    if (rows === 0) return [{ batch: undefined, rows, keys }]
    this.#bytesOfRow = bytes.length / rows
    if (bytes.length <= this.#limits.bytesMax || keys.length === 1)
      return [{ batch: batchOf(keys, bytes), rows, keys }]
    const half = Math.ceil(keys.length / 2)
    return [
      ...(await this.read(keys.slice(0, half), signal)),
      ...(await this.read(keys.slice(half), signal)),
    ]
  }

  #first(keys: readonly FinishedKey[], from: number) {
    const { rowsMax, bytesMax } = this.#limits
    const fitting = Math.min(rowsMax, Math.max(1, Math.floor(bytesMax / this.#bytesOfRow)))
    const part: FinishedKey[] = []
    let characters = 0
    for (const key of keys.slice(from, from + fitting)) {
      characters += key.viewId.length
      if (part.length > 0 && characters > idCharactersMax) break
      part.push(key)
    }
    return part
  }
}
