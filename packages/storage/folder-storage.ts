import { randomUUID } from 'node:crypto'
import { constants, createReadStream, type Dirent } from 'node:fs'
import { access, copyFile, mkdir, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withinBytes } from './byte-range.ts'
import { checkedFolder, checkedKey, checkedPrefix } from './storage-key.ts'
import {
  type LocalCopy,
  type Reading,
  type Storage,
  type StoredObject,
  StoredObjectMissing,
  StorageUnusable,
} from './storage.ts'
import { codeOf, renameSynced, syncFile, syncFolder, unless, writeSynced } from './synced-file.ts'

const readAtOnceBytes = 256 * 2 ** 10
const sortName = (entry: Dirent) => (entry.isDirectory() ? `${entry.name}/` : entry.name)
const byName = (one: Dirent, other: Dirent) => (sortName(one) < sortName(other) ? -1 : 1)

async function* bytesOf(key: string, file: string, start: number, end: number) {
  if (end < start) return
  try {
    yield* createReadStream(file, {
      start,
      end,
      highWaterMark: readAtOnceBytes,
    }) as AsyncIterable<Buffer>
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new StoredObjectMissing(key) : error
  }
}

class FolderStorage implements Storage {
  readonly #folder: string
  readonly #unfinished: string

  constructor(folder: string, unfinished: string) {
    this.#folder = folder
    this.#unfinished = unfinished
  }

  #fileOf(key: string) {
    return join(this.#folder, checkedKey(key))
  }

  #newFile() {
    return join(this.#unfinished, randomUUID())
  }

  async write(key: string, source: Uint8Array | AsyncIterable<Uint8Array>) {
    const file = this.#fileOf(key)
    const unfinished = this.#newFile()
    const written = await writeSynced(unfinished, source)
    await this.#publish(unfinished, file)
    return written
  }

  async #publish(unfinished: string, file: string) {
    try {
      await renameSynced(unfinished, file)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async adopt(key: string, file: string) {
    const target = this.#fileOf(key)
    const bytes = await syncFile(file).catch(unless('ENOENT', undefined))
    if (bytes === undefined) return this.#adoptedBefore(key, file)
    try {
      await renameSynced(file, target)
    } catch (error) {
      if (codeOf(error) !== 'EXDEV') throw error
      await this.#moveOver(file, target)
    }
    return { bytes }
  }

  /** A retry after an interruption that followed the rename. */
  async #adoptedBefore(key: string, file: string) {
    const stored = await this.stat(key)
    if (!stored) throw new Error(`There is no file ${file} to take over.`)
    return { bytes: stored.bytes }
  }

  async #moveOver(file: string, target: string) {
    const unfinished = this.#newFile()
    try {
      await copyFile(file, unfinished, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      await syncFile(unfinished)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    await this.#publish(unfinished, target)
    await rm(file)
  }

  async read(key: string, range?: { start: number; end?: number }): Promise<Reading> {
    const stored = await this.stat(key)
    if (!stored) throw new StoredObjectMissing(key)
    const { start, end } = withinBytes(key, stored.bytes, range)
    return { totalBytes: stored.bytes, bytes: bytesOf(key, this.#fileOf(key), start, end) }
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    const found = await stat(this.#fileOf(key)).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined
      throw error
    })
    return found?.isFile() ? { key, bytes: found.size, modifiedAt: found.mtime } : undefined
  }

  list(prefix: string) {
    return this.#walk(checkedPrefix(prefix))
  }

  async *#walk(prefix: string): AsyncIterable<StoredObject> {
    const entries = await readdir(join(this.#folder, prefix), { withFileTypes: true }).catch(
      unless('ENOENT', []),
    )
    for (const entry of entries.toSorted(byName)) {
      const key = `${prefix}${entry.name}`
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) yield* this.#walk(`${key}/`)
      const found = entry.isFile() ? await this.stat(key) : undefined
      if (found) yield found
    }
  }

  async remove(key: string) {
    const file = this.#fileOf(key)
    await unlink(file).catch(unless('ENOENT', undefined))
    await this.#clearAbove(file)
  }

  async removeAll(prefix: string) {
    const folder = join(this.#folder, checkedFolder(prefix).slice(0, -1))
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    await this.#clearAbove(folder)
  }

  /** The first folder that is not empty is the one whose change must be synced. */
  async #clearAbove(path: string) {
    for (let folder = dirname(path); folder.startsWith(this.#folder); folder = dirname(folder)) {
      const isEmpty =
        folder !== this.#folder &&
        (await rmdir(folder).then(
          () => true,
          (error: unknown) => codeOf(error) === 'ENOENT',
        ))
      if (isEmpty) continue
      await syncFolder(folder).catch(unless('ENOENT', undefined))
      return
    }
  }

  async localCopy(key: string): Promise<LocalCopy> {
    const path = this.#fileOf(key)
    await access(path).catch(() => {
      throw new StoredObjectMissing(key)
    })
    return { path, release: async () => {} }
  }

  async check() {
    const unfinished = this.#newFile()
    try {
      await writeSynced(unfinished, Buffer.from('Can this be written?'))
      await rm(unfinished)
    } catch (error) {
      throw unusable(this.#folder, error)
    }
  }
}

const unusable = (folder: string, error: unknown) =>
  new StorageUnusable(
    `The media folder ${folder} cannot be written (${codeOf(error) ?? String(error)}).`,
    { cause: error },
  )

/** Removes what a killed program left unfinished; only one program at a time may use a folder. */
export const openFolderStorage = async (folder: string): Promise<Storage> => {
  const unfinished = join(folder, '.tmp')
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw unusable(folder, error)
  }
  return new FolderStorage(folder, unfinished)
}
