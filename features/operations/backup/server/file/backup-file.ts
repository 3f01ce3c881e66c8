import { open, type FileHandle } from 'node:fs/promises'
import { damaged, namingFile, notABackup, refusal } from './backup-format.ts'
import { headMaxBytes, keyOfHead } from './sealed-head.ts'
import { NotAuthentic, unseal } from './sealed-stream.ts'

const readBytes = 65_536
const newline = 10
const sealedStart = '{'.charCodeAt(0)
const compressedStart = 0x1f

async function* fileBytes(file: FileHandle, start: number, seen: (position: number) => void) {
  for (let position = start; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    seen(position)
    yield buffer.subarray(0, bytesRead)
  }
}

async function* openedBytes(key: Buffer, sealed: AsyncIterable<Buffer>) {
  try {
    yield* unseal(key, sealed)
  } catch (error) {
    throw error instanceof NotAuthentic ? damaged('it is incomplete or was altered', error) : error
  }
}

/** A backup that can be read several times from the beginning. */
export interface BackupFile {
  bytes: number
  /** The decrypted but still compressed content; reports how much has been read. */
  compressed(seen?: (position: number) => void): AsyncIterable<Buffer>
  close(): Promise<void>
}

const readStart = async (file: FileHandle) => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headMaxBytes), 0, headMaxBytes, 0)
  return buffer.subarray(0, bytesRead)
}

const describe = async (
  file: FileHandle,
  passphrase: string | undefined,
): Promise<Omit<BackupFile, 'close'>> => {
  const { size } = await file.stat()
  const start = await readStart(file)
  if (start[0] === compressedStart) {
    // If a passphrase is given, a plain file is refused: anyone could have written it.
    if (passphrase !== undefined)
      throw refusal('This backup is not encrypted. If it is yours, leave out --passphrase-file.')
    return { bytes: size, compressed: (seen = () => {}) => fileBytes(file, 0, seen) }
  }
  if (start[0] !== sealedStart) throw notABackup()
  const head = start.subarray(0, start.indexOf(newline) + 1)
  const key = await keyOfHead(head, passphrase)
  return {
    bytes: size,
    compressed: (seen = () => {}) => openedBytes(key, fileBytes(file, head.length, seen)),
  }
}

export const openBackupFile = async (
  path: string,
  passphrase: string | undefined,
): Promise<BackupFile> => {
  const cannot = `The backup ${path} cannot be read`
  const file = await namingFile(cannot, open(path, 'r'))
  try {
    const described = await namingFile(cannot, describe(file, passphrase))
    return { ...described, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}
