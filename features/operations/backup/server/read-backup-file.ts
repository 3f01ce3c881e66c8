import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import {
  backupVersion,
  Counts,
  damaged,
  End,
  Header,
  lineMaxBytes,
  refusal,
  type Line,
} from './backup-format.ts'

const readBytes = 65_536
const newline = 10
const AnyLine = z.looseObject({ store: z.string() })

async function* fileBytes(file: FileHandle) {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Lines as bytes, without the line end. */
async function* fileLines(file: FileHandle): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  // Its failure is the failure of the iteration below.
  pipeline(fileBytes(file), gunzip).catch(() => {})
  let started: Buffer[] = []
  let startedBytes = 0
  for await (const piece of gunzip as AsyncIterable<Buffer>) {
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

const notABackup = (cause?: unknown) => refusal('This file is not a backup of Playhead.', cause)

export const readHeader = async (file: FileHandle): Promise<Header> => {
  const first = await fileLines(file)
    .next()
    .catch((error: unknown) => {
      throw isCompression(error) ? notABackup(error) : error
    })
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

/** Visits every line between header and end; resolves once checksum and counts were as promised. */
export const readBackupFile = async (
  file: FileHandle,
  visit: (line: Line) => Promise<void> | void,
) => {
  const hash = createHash('sha256')
  const counts: Counts = {}
  let end: z.infer<typeof End> | undefined
  let isHeader = true
  try {
    for await (const bytes of fileLines(file)) {
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
