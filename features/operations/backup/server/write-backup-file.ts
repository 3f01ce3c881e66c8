import { createHash, randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { lineMaxBytes, refusal, type Counts, type Header } from './backup-format.ts'
import type { Store } from './store.ts'
import { exists, syncFolder } from './synced-file.ts'

const pieceCharacters = 65_536
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

interface Written {
  counts: Counts
  checksum: string
}

async function* backupLines(header: Header, stores: readonly Store[], written: Written) {
  const hash = createHash('sha256')
  const counted = (text: string) => {
    const line = `${text}\n`
    if (Buffer.byteLength(line) > lineMaxBytes)
      throw refusal('A row is too large for a backup file.')
    hash.update(line)
    return line
  }
  yield counted(JSON.stringify(header))
  for (const store of stores) {
    written.counts[store.name] = 0
    for await (const line of store.lines()) {
      yield counted(line)
      written.counts[store.name]! += 1
    }
  }
  written.checksum = hash.digest('hex')
  yield `${JSON.stringify({ end: true, ...written })}\n`
}

/** Lines are short and many; the compressor wants fewer and longer pieces. */
async function* inPieces(lines: AsyncIterable<string>) {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** A link never replaces what is there, which renaming would. */
const publish = async (temporary: string, path: string) => {
  try {
    await link(temporary, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') throw refuseToOverwrite(path)
    if (!withoutLinks.has(code)) throw error
    if (await exists(path)) throw refuseToOverwrite(path)
    await rename(temporary, path)
  }
}

export const refuseToOverwrite = (path: string) =>
  refusal(`There is a file ${path} already; a backup never overwrites one.`)

/** The file carries its name only once it is whole and on the disk. */
export const writeBackupFile = async (path: string, header: Header, stores: readonly Store[]) => {
  const temporary = `${path}.${randomUUID()}.part`
  const written: Written = { counts: {}, checksum: '' }
  const file = await open(temporary, 'wx', 0o600)
  try {
    const pieces = inPieces(backupLines(header, stores, written))
    await pipeline(pieces, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
      for await (const piece of compressed) await file.writeFile(piece)
    })
    await file.sync()
    const { size } = await file.stat()
    await publish(temporary, path)
    return { ...written, bytes: size }
  } finally {
    await file.close()
    await rm(temporary, { force: true })
    await syncFolder(dirname(path))
  }
}
