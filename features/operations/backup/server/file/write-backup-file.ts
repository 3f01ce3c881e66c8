import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { lineMaxBytes, refusal, type Counts, type Header } from './backup-format.ts'
import { newHead } from './sealed-head.ts'
import { seal } from './sealed-stream.ts'
import type { Store } from '../stores/store.ts'
import { renameIntoPlace } from './synced-file.ts'

const pieceCharacters = 65_536

interface Written {
  counts: Counts
  checksum: string
}

interface Writing {
  header: Header
  stores: readonly Store[]
  /** Without it, anyone who has the file can read it. */
  passphrase?: string | undefined
  signal?: AbortSignal | undefined
  /** Called after each line. */
  seen?: (() => void) | undefined
}

async function* backupLines({ header, stores, signal, seen }: Writing, written: Written) {
  const hash = createHash('sha256')
  const counted = (text: string) => {
    signal?.throwIfAborted()
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
      seen?.()
    }
  }
  written.checksum = hash.digest('hex')
  yield `${JSON.stringify({ end: true, ...written })}\n`
}

/** Lines are short and many; the compressor works better on fewer, longer chunks. */
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

export const refuseToOverwrite = (path: string) =>
  refusal(`There is a file ${path} already; a backup never overwrites one.`)

async function* sealedBytes(passphrase: string, compressed: AsyncIterable<Buffer>) {
  const { line, key } = await newHead(passphrase)
  yield line
  yield* seal(key, compressed)
}

/** The file gets its name only once it is complete and synced. */
export const writeBackupFile = async (path: string, writing: Writing) => {
  const { passphrase } = writing
  const temporary = `${path}.${randomUUID()}.part`
  const written: Written = { counts: {}, checksum: '' }
  const file = await open(temporary, 'wx', 0o600)
  try {
    await pipeline(
      inPieces(backupLines(writing, written)),
      createGzip(),
      async (compressed: AsyncIterable<Buffer>) => {
        const bytes = passphrase === undefined ? compressed : sealedBytes(passphrase, compressed)
        for await (const piece of bytes) await file.writeFile(piece)
      },
    )
    // Media that are older than every backup file are needed by none of them.
    const begun = new Date(writing.header.created_at)
    await file.utimes(begun, begun)
    await file.sync()
    const { size } = await file.stat()
    if (!(await renameIntoPlace(temporary, path))) throw refuseToOverwrite(path)
    return { ...written, bytes: size }
  } finally {
    await file.close()
    await rm(temporary, { force: true })
  }
}
