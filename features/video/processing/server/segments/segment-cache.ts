import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface Entry {
  bytes: number
  /** The write time; later the order of the entries shows their use. */
  at: number
}

/** Eviction frees this share of the limit. */
const evictedPart = 0.1
/** Keeps this share of the limit when the disk is full. */
const keptWithoutRoom = 0.1
/** Tiny pictures need almost no space, but each is a file and an entry in memory. */
const defaultFilesMax = 100_000

/**
 * A least-recently-used cache for segments that were made on demand, in a folder of limited size. A
 * lost entry costs a moment of encoding, nothing else.
 */
export class SegmentCache {
  readonly #folder: string
  readonly #bytesMax: number
  readonly #filesMax: number
  readonly #hasRoom: () => Promise<boolean>
  /** In the order of use. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #opening: Promise<void> | undefined
  #evicting: Promise<void> | undefined

  constructor(
    folder: string,
    bytesMax: number,
    filesMax = defaultFilesMax,
    hasRoom: () => Promise<boolean> = async () => true,
  ) {
    this.#folder = folder
    this.#bytesMax = bytesMax
    this.#filesMax = filesMax
    this.#hasRoom = hasRoom
  }

  get bytes() {
    return this.#bytes
  }

  async read(key: string): Promise<Buffer | undefined> {
    await this.#open()
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    try {
      const found = await readFile(join(this.#folder, key))
      if (found.length !== entry.bytes) throw new Error('It was cut off.')
      if (this.#entries.get(key) === entry) {
        this.#entries.delete(key)
        this.#entries.set(key, entry)
      }
      return found
    } catch {
      // If another caller read, wrote or evicted the entry in between, its size is already counted.
      if (this.#entries.get(key) === entry) {
        this.#forget(key, entry)
        await rm(join(this.#folder, key), { force: true })
      }
      return undefined
    }
  }

  async has(key: string) {
    await this.#open()
    return this.#entries.has(key)
  }

  async write(key: string, content: Buffer) {
    await this.#open()
    const file = join(this.#folder, key)
    const written = `${file}.${randomUUID()}.new`
    await mkdir(dirname(file), { recursive: true })
    // Without a flush a power failure could leave a file of zeros, which the next start would take for a segment.
    await writeFile(written, content, { flush: true })
    await rename(written, file)
    this.#bytes += content.length - (this.#entries.get(key)?.bytes ?? 0)
    this.#entries.delete(key)
    this.#entries.set(key, { bytes: content.length, at: Date.now() })
    const part = (await this.#hasRoom()) ? 1 : keptWithoutRoom
    if (this.#isBeyond(part)) {
      this.#evicting ??= this.#evict(part).finally(() => (this.#evicting = undefined))
      await this.#evicting
    }
  }

  /** The first path component of each key. */
  async folders() {
    await this.#open()
    return [...new Set([...this.#entries.keys()].map((key) => key.split('/')[0] ?? ''))]
  }

  /** Removes everything below a folder, such as that of an asset. */
  async removeAll(prefix: string) {
    await this.#open()
    for (const [key, entry] of this.#entries)
      if (key.startsWith(`${prefix}/`)) this.#forget(key, entry)
    await rm(join(this.#folder, prefix), { recursive: true, force: true })
  }

  #isBeyond(part: number) {
    return this.#bytes > this.#bytesMax * part || this.#entries.size > this.#filesMax * part
  }

  #forget(key: string, { bytes }: Entry) {
    this.#entries.delete(key)
    this.#bytes -= bytes
  }

  async #evict(part: number) {
    for (const [key, entry] of this.#entries) {
      if (!this.#isBeyond(part * (1 - evictedPart))) return
      this.#forget(key, entry)
      await rm(join(this.#folder, key), { force: true })
    }
  }

  #open() {
    this.#opening ??= this.#readFolder().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  /** Uses the files that an earlier run of the program left. */
  async #readFolder() {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const files = await readdir(this.#folder, { recursive: true, withFileTypes: true })
    const found: [string, Entry][] = []
    for (const file of files) {
      if (!file.isFile()) continue
      const path = join(file.parentPath, file.name)
      if (file.name.endsWith('.new')) await rm(path, { force: true })
      else {
        const { size, mtimeMs } = await stat(path)
        found.push([path.slice(this.#folder.length + 1), { bytes: size, at: mtimeMs }])
      }
    }
    for (const [key, entry] of found.toSorted((one, other) => one[1].at - other[1].at)) {
      this.#entries.set(key, entry)
      this.#bytes += entry.bytes
    }
  }
}
