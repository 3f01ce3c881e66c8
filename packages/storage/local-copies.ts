import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalCopy, type Storage, type StoredObject, StoredObjectMissing } from './storage.ts'
import { writeSynced } from './synced-file.ts'

interface Kept {
  key: string
  bytes: number
  path: string
  holders: number
  isForgotten: boolean
  done: Promise<unknown>
}

const versionOf = ({ key, bytes, modifiedAt }: StoredObject) =>
  `${key} ${bytes} ${modifiedAt.getTime()}`

/** A cache of objects on this machine: one copy of each, kept while in use and, after that, while there is space. */
export class LocalCopies {
  readonly #folder: string
  readonly #bytesMax: number
  /** In order of last use. */
  readonly #kept = new Map<string, Kept>()

  private constructor(folder: string, bytesMax: number) {
    this.#folder = folder
    this.#bytesMax = bytesMax
  }

  /** Removes the files of an earlier run, which are not in the index. */
  static async open(folder: string, bytesMax: number) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new LocalCopies(folder, bytesMax)
  }

  async of(storage: Storage, key: string): Promise<LocalCopy> {
    const stored = await storage.stat(key)
    if (!stored) throw new StoredObjectMissing(key)
    const version = versionOf(stored)
    const kept = this.#kept.get(version) ?? this.#fetch(storage, stored)
    kept.holders += 1
    this.#kept.delete(version)
    this.#kept.set(version, kept)
    const release = this.#releaseOnce(kept)
    try {
      await kept.done
    } catch (error) {
      await release()
      throw error
    }
    return { path: kept.path, release }
  }

  #fetch(storage: Storage, stored: StoredObject): Kept {
    const path = join(this.#folder, randomUUID())
    const copy = async () => {
      await this.#makeRoom(stored.bytes)
      const { bytes } = await storage.read(stored.key)
      const written = await writeSynced(path, bytes)
      if (written.bytes !== stored.bytes)
        throw new Error(`The stored object ${stored.key} changed while it was read.`)
    }
    const kept: Kept = {
      key: stored.key,
      bytes: stored.bytes,
      path,
      holders: 0,
      isForgotten: false,
      done: copy(),
    }
    kept.done.catch(() => this.#drop(kept))
    return kept
  }

  #releaseOnce(kept: Kept) {
    let isReleased = false
    return async () => {
      if (isReleased) return
      isReleased = true
      kept.holders -= 1
      if (kept.isForgotten && kept.holders === 0) await rm(kept.path, { force: true })
      await this.#makeRoom(0)
    }
  }

  #drop(kept: Kept) {
    kept.isForgotten = true
    for (const [version, one] of this.#kept) if (one === kept) this.#kept.delete(version)
  }

  async #makeRoom(bytes: number) {
    let held = bytes
    for (const kept of this.#kept.values()) held += kept.bytes
    for (const kept of this.#kept.values()) {
      if (held <= this.#bytesMax) return
      if (kept.holders > 0) continue
      held -= kept.bytes
      this.#drop(kept)
      await rm(kept.path, { force: true })
    }
  }

  /** A copy in use stays until its release. */
  async forget(isMeant: (key: string) => boolean) {
    for (const kept of this.#kept.values()) {
      if (!isMeant(kept.key)) continue
      this.#drop(kept)
      if (kept.holders === 0) await rm(kept.path, { force: true })
    }
  }
}
