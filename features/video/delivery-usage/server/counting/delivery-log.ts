import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { App } from '@playhead/server-kit/app.ts'
import { addDelivered } from '../delivery-usage.sql.ts'
import { type DeliveredBatch, type DeliveredRow, openDeliveryFile } from './delivery-file.ts'

/** Gathers deliveries, keeps them in a synced file, and counts each batch of the file once. docs/adr/0092 */
export class DeliveryLog {
  readonly #file: ReturnType<typeof openDeliveryFile>
  readonly #gathered = new Map<string, DeliveredRow>()
  /** Not counted yet; undefined until the file is read. */
  #waiting: DeliveredBatch[] | undefined
  /** Tokens of batches that are no longer in the file. */
  #forgotten: string[] = []
  #last: Promise<void> = Promise.resolve()

  constructor(dataFolder: string) {
    this.#file = openDeliveryFile(join(dataFolder, 'usage.wal'))
  }

  add(row: DeliveredRow) {
    const name = `${row.assetId} ${row.hour.getTime()} ${row.tier}`
    const before = this.#gathered.get(name)
    this.#gathered.set(name, {
      ...row,
      seconds: row.seconds + (before?.seconds ?? 0),
      bytes: row.bytes + (before?.bytes ?? 0),
    })
  }

  /** Makes durable what is gathered. */
  keep() {
    return this.#inTurn(async () => void (await this.#keep()))
  }

  /** Counts what is durable. What fails is counted by the next call, or after the next start. */
  count({ postgres }: Pick<App, 'postgres'>) {
    return this.#inTurn(async () => {
      const waiting = await this.#keep()
      if (waiting.length === 0) return
      await addDelivered(postgres, waiting, this.#forgotten)
      this.#forgotten = []
      this.#waiting = []
      await this.#file.empty()
      // Not earlier: a batch whose token is forgotten must not be found in the file again.
      this.#forgotten = waiting.map(({ token }) => token)
    })
  }

  async #keep() {
    const waiting = (this.#waiting ??= await this.#file.read())
    const rows = [...this.#gathered.values()]
    if (rows.length === 0) return waiting
    this.#gathered.clear()
    const batch = { token: randomUUID(), rows }
    // Counted even if the file cannot be written.
    waiting.push(batch)
    await this.#file.append(batch)
    return waiting
  }

  #inTurn(work: () => Promise<void>) {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}
