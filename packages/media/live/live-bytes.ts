import { open } from 'node:fs/promises'

/** A part or a segment: in memory where it is young, and always in its file. */
export interface LiveBytes {
  length: number
  bytes: Buffer | undefined
  file: { path: string; offset: number }
}

export const readLiveBytes = async ({ length, bytes, file }: LiveBytes): Promise<Buffer> => {
  if (bytes) return bytes
  const handle = await open(file.path)
  try {
    const read = Buffer.allocUnsafe(length)
    const { bytesRead } = await handle.read(read, 0, length, file.offset)
    return read.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
