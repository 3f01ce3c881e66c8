import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { BackupFile } from './backup-file.ts'
import {
  backupVersion,
  Counts,
  damaged,
  End,
  Header,
  lineMaxBytes,
  notABackup,
  refusal,
  type Line,
} from './backup-format.ts'

const newline = 10
const AnyLine = z.looseObject({ store: z.string() })

/** The gzip header that this program writes, except the last byte, which names the operating system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0])

/** Refuses what decompression would ignore: another gzip header, and bytes after the end. */
async function* decompressed(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  let given = 0
  let hasEnded = false
  async function* counted() {
    let start = Buffer.alloc(0)
    for await (const piece of compressed) {
      start = Buffer.concat([start, piece.subarray(0, gzipHead.length)])
      if (!start.subarray(0, gzipHead.length).equals(gzipHead.subarray(0, start.length)))
        throw notABackup()
      start = start.subarray(0, gzipHead.length)
      given += piece.length
      yield piece
    }
    hasEnded = true
  }
  // Its failure also ends the iteration below.
  pipeline(counted(), gunzip).catch(() => {})
  yield* gunzip as AsyncIterable<Buffer>
  if (!hasEnded || given !== gunzip.bytesWritten) throw damaged('something follows its end')
}

/** Lines as bytes, without the line end. */
async function* fileLines(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let started: Buffer[] = []
  let startedBytes = 0
  for await (const piece of decompressed(compressed)) {
    let from = 0
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      yield Buffer.concat([...started, piece.subarray(from, end)])
      started = []
      startedBytes = 0
      from = end + 1
    }
    if (from === piece.length) continue
    started.push(piece.subarray(from))
    startedBytes += piece.length - from
    if (startedBytes > lineMaxBytes) throw damaged('a line has no end')
  }
  if (startedBytes > 0) throw damaged('it ends in the middle of a line')
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const parse = (line: Buffer): { text: string; content: unknown } => {
  try {
    const text = decoder.decode(line)
    return { text, content: JSON.parse(text) }
  } catch (error) {
    throw damaged('a line cannot be read', error)
  }
}

const isEnd = (content: unknown) =>
  typeof content === 'object' && content !== null && Object.hasOwn(content, 'end')

const isCompression = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

export const readHeader = async (file: BackupFile): Promise<Header> => {
  const lines = fileLines(file.compressed())
  const first = await lines.next().catch((error: unknown) => {
    throw isCompression(error) ? notABackup(error) : error
  })
  await lines.return(undefined)
  let content: unknown
  try {
    content = first.done ? undefined : parse(first.value).content
  } catch (error) {
    throw notABackup(error)
  }
  const header = Header.safeParse(content)
  if (!header.success) throw notABackup()
  if (header.data.version > backupVersion)
    throw refusal(
      `The backup was made by a newer version of Playhead (${header.data.product_version}). Update this server first.`,
    )
  return header.data
}

/** Visits every line between header and end; resolves once checksum and counts have been verified. */
export const readBackupFile = async (
  file: BackupFile,
  visit: (line: Line) => Promise<void> | void,
  seen?: (position: number) => void,
) => {
  const hash = createHash('sha256')
  const counts: Counts = {}
  let end: z.infer<typeof End> | undefined
  let isHeader = true
  try {
    for await (const bytes of fileLines(file.compressed(seen))) {
      if (end) throw damaged('something follows its end')
      const { text, content } = parse(bytes)
      if (isEnd(content)) {
        end = End.safeParse(content).data
        if (!end) throw damaged('its end is malformed')
        continue
      }
      hash.update(bytes).update('\n')
      if (isHeader) {
        isHeader = false
        continue
      }
      const line = AnyLine.safeParse(content)
      if (!line.success) throw damaged('a line belongs to nothing')
      counts[line.data.store] = (counts[line.data.store] ?? 0) + 1
      await visit({ text, content: line.data })
    }
  } catch (error) {
    throw isCompression(error) ? damaged('it is incomplete or was altered', error) : error
  }
  if (!end) throw damaged('its end is missing')
  const checksum = hash.digest('hex')
  const promised = end.counts
  const isCounted = Object.keys({ ...promised, ...counts }).every(
    (store) => (counts[store] ?? 0) === promised[store],
  )
  if (end.checksum !== checksum || !isCounted) throw damaged('its checksum does not match')
  return { counts: end.counts, checksum }
}
