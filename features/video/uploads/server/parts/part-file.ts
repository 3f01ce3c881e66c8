import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Growing files of uploads; the job that makes the asset takes the file from here. */
export const uploadsFolder = (dataFolder: string) => join(dataFolder, 'uploads')

export const uploadFile = (dataFolder: string, uploadId: string) =>
  join(uploadsFolder(dataFolder), uploadId)

export const removeUploadFile = (dataFolder: string, uploadId: string) =>
  rm(uploadFile(dataFolder, uploadId), { force: true })

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const openOrCreate = async (dataFolder: string, uploadId: string) => {
  const file = uploadFile(dataFolder, uploadId)
  try {
    return await open(file, 'r+')
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await mkdir(uploadsFolder(dataFolder), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'wx+', 0o600)
  // A file whose directory entry is not synced can be lost.
  await syncFolder(uploadsFolder(dataFolder))
  return handle
}

/** Bytes are written at their position, so a repeated write changes nothing. */
export class PartFile {
  readonly #handle: FileHandle
  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async open(dataFolder: string, uploadId: string) {
    return new PartFile(await openOrCreate(dataFolder, uploadId))
  }

  async write(piece: Uint8Array, position: number) {
    for (let done = 0; done < piece.length;) {
      const { bytesWritten } = await this.#handle.write(
        piece,
        done,
        piece.length - done,
        position + done,
      )
      done += bytesWritten
    }
  }

  size = async () => (await this.#handle.stat()).size

  truncate = (bytes: number) => this.#handle.truncate(bytes)

  /** Data written before this call survives a crash. */
  sync = () => this.#handle.datasync()

  close = () => this.#handle.close()
}

/** The size on disk, not the row's: the row may come from a backup. */
export const sizeOfUploadFile = (dataFolder: string, uploadId: string) =>
  stat(uploadFile(dataFolder, uploadId)).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return 0
      throw error
    },
  )
