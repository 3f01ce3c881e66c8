import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { journalName } from './journal.ts'
import { syncInTurn } from './sync-turns.ts'

export interface Write {
  fileName: string
  bytes: Buffer
}

interface Entry {
  writes: readonly Write[]
  /** Runs once the bytes are in their files: only then may viewers hear of them. */
  announce: () => void
  bytes: number
  queuedAt: number
}

interface OpenFile {
  handle: FileHandle
  place: number
  isDirty: boolean
}

interface Options {
  folder: string
  /** A write failed: nothing more is written or announced. */
  onFailure: (error: Error) => void
  /** Called once when writes begin to take longer than this. */
  slow?: { afterMs: number; report: (waitedMs: number) => void }
  now?: () => number
}

const slowMs = 4000

/**
 * All files of one broadcast, behind one queue: bytes reach their files in the order in which they were given, in as few
 * writes as there are files, and each entry is announced when it is written.
 */
export class RecordingFiles {
  readonly #options: Options
  readonly #files = new Map<string, OpenFile>()
  #queue: Entry[] = []
  #writing: Promise<void> | undefined
  #syncing: Promise<void> | undefined
  #wantsSync = false
  #failure: Error | undefined
  #wasSlow = false
  #queuedBytes = 0
  #writingSince: number | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get queuedBytes() {
    return this.#queuedBytes
  }

  get failure() {
    return this.#failure
  }

  /** How long the oldest entry has waited. */
  get waitedMs() {
    const since = this.#writingSince ?? this.#queue[0]?.queuedAt
    return since === undefined ? 0 : this.#now() - since
  }

  append(writes: readonly Write[], announce: () => void = () => {}) {
    if (this.#failure) return
    const bytes = writes.reduce((sum, { bytes }) => sum + bytes.length, 0)
    this.#queue.push({ writes, announce, bytes, queuedAt: this.#now() })
    this.#queuedBytes += bytes
    this.#reportSlowness()
    this.#writing ??= this.#drain()
  }

  /** Syncs what is written by then to the disk, apart from the queue; concurrent calls share one sync. */
  sync() {
    this.#wantsSync = true
    this.#syncing ??= this.#syncAll().finally(() => (this.#syncing = undefined))
    return this.#syncing
  }

  /** Resolves when all that was appended is written, or a write has failed. */
  async settled() {
    while (this.#writing) await this.#writing
  }

  async close() {
    await this.settled()
    await this.sync()
    for (const { handle } of this.#files.values()) await handle.close().catch(() => {})
    this.#files.clear()
    if (this.#failure) throw this.#failure
  }

  /** A file that is not written for a while; it is opened again when it is. */
  async closeFile(fileName: string) {
    do {
      await this.settled()
      await this.sync()
      // What has begun since then may use it.
    } while ((this.#writing ?? this.#syncing) !== undefined)
    const file = this.#files.get(fileName)
    this.#files.delete(fileName)
    await file?.handle.close()
  }

  #now() {
    return this.#options.now?.() ?? Date.now()
  }

  #reportSlowness() {
    const { slow } = this.#options
    const waited = this.waitedMs
    if (this.#wasSlow || waited < (slow?.afterMs ?? slowMs)) return
    this.#wasSlow = true
    slow?.report(waited)
  }

  async #drain() {
    try {
      while (this.#queue.length > 0 && !this.#failure) {
        const batch = this.#queue
        this.#queue = []
        this.#writingSince = batch[0]?.queuedAt
        await this.#writeBatch(batch)
        this.#writingSince = undefined
        for (const { announce, bytes } of batch) {
          this.#queuedBytes -= bytes
          announce()
        }
        if (this.#queue.length === 0) this.#wasSlow = false
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      this.#queue = []
      this.#options.onFailure(this.#failure)
    } finally {
      this.#writing = undefined
    }
  }

  async #writeBatch(batch: readonly Entry[]) {
    const perFile = new Map<string, Buffer[]>()
    for (const { writes } of batch)
      for (const { fileName, bytes } of writes) {
        const buffers = perFile.get(fileName)
        if (buffers) buffers.push(bytes)
        else perFile.set(fileName, [bytes])
      }
    const lines = perFile.get(journalName)
    perFile.delete(journalName)
    const writes = [...perFile].map(([fileName, buffers]) => this.#write(fileName, buffers))
    // All of them have ended before a failure of one closes the files.
    for (const written of await Promise.allSettled(writes))
      if (written.status === 'rejected') throw written.reason
    // The journal comes last: it names nothing that is not there.
    if (lines) await this.#write(journalName, lines)
  }

  async #write(fileName: string, buffers: Buffer[]) {
    const file = this.#files.get(fileName) ?? (await this.#open(fileName))
    let rest = buffers
    while (rest.length > 0) {
      const { bytesWritten } = await file.handle.writev(rest, file.place)
      if (bytesWritten === 0) throw new Error(`${fileName} takes no more bytes.`)
      file.place += bytesWritten
      rest = withoutFirst(rest, bytesWritten)
    }
    file.isDirty = true
  }

  async #open(fileName: string) {
    const path = join(this.#options.folder, fileName)
    const handle = await open(path, 'a').then(async (made) => {
      await made.close()
      return open(path, 'r+')
    })
    const file = { handle, place: (await handle.stat()).size, isDirty: false }
    this.#files.set(fileName, file)
    return file
  }

  async #syncAll() {
    while (this.#wantsSync) {
      this.#wantsSync = false
      for (const file of this.#files.values()) {
        if (!file.isDirty) continue
        file.isDirty = false
        await syncInTurn(() => file.handle.datasync()).catch((error: Error) => {
          this.#failure ??= error
          this.#options.onFailure(error)
        })
      }
    }
  }
}

const withoutFirst = (buffers: Buffer[], bytes: number): Buffer[] => {
  let left = bytes
  let place = 0
  while (place < buffers.length && left >= (buffers[place]?.length ?? 0)) {
    left -= buffers[place]?.length ?? 0
    place += 1
  }
  const [first, ...others] = buffers.slice(place)
  return first ? [first.subarray(left), ...others] : []
}
