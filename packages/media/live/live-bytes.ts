import { open } from 'node:fs/promises'

/** A part or a segment: in memory where it is young, and always in its file. */
export interface LiveBytes {
  length: number
  buffers: Buffer[] | undefined
  file: { path: string; offset: number }
}

export const readLiveBytes = async ({ length, buffers, file }: LiveBytes): Promise<Buffer> => {
  if (buffers)
    return buffers.length === 1 && buffers[0] ? buffers[0] : Buffer.concat(buffers, length)
  const handle = await open(file.path)
  try {
    const bytes = Buffer.allocUnsafe(length)
    const { bytesRead } = await handle.read(bytes, 0, length, file.offset)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
