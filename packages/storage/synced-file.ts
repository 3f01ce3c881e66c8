import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Written } from './storage.ts'

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

export const unless =
  <T>(code: string, otherwise: T) =>
  (error: unknown): T => {
    if (codeOf(error) === code) return otherwise
    throw error
  }

/** A new name is durable only after its folder is synced. */
export const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const syncFile = async (file: string) => {
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}

const fill = async (
  handle: FileHandle,
  source: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Written> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    hash.update(chunk)
    bytes += chunk.byteLength
    await handle.writeFile(chunk)
  }
  await handle.sync()
  return { bytes, sha256: hash.digest('hex') }
}

/** Writes a new file that is durable when the call returns and removed when it throws. */
export const writeSynced = async (
  file: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Written> => {
  const handle = await open(file, 'wx', 0o600)
  try {
    const written = await fill(handle, source)
    await handle.close()
    return written
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(file, { force: true })
    throw error
  }
}

const makeFolder = async (folder: string) => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === first) return
  }
}

/** A concurrent cleanup of empty folders may remove the new folder; then it is created again. */
export const renameSynced = async (from: string, to: string, attempts = 10): Promise<void> => {
  try {
    await makeFolder(dirname(to))
    await rename(from, to)
    await syncFolder(dirname(to))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || attempts <= 1) throw error
    await renameSynced(from, to, attempts - 1)
  }
}
