import type { IncomingMessage } from 'node:http'
import type { App } from '@playhead/server-kit/app.ts'
import { sizeText } from '@playhead/server-kit/outbound/outbound-stream.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { SentRange } from '../http/content-range.ts'
import { endForSpace } from '../end-upload.ts'
import { type Outcome, refused } from './outcome.ts'
import { PartFile } from './part-file.ts'
import { readBody } from '../http/read-body.ts'
import { updateReceived, type UploadRow } from '../uploads.sql.ts'

const idleMs = 60_000
/** The most that a client must send again after a crash. */
const keepEveryBytes = 32 * 2 ** 20
const keepEveryMs = 5000

interface Part {
  row: UploadRow
  /** All bytes below this position are stored. */
  held: number
  incoming: IncomingMessage
  range: Exclude<SentRange, { kind: 'question' }>
  signal: AbortSignal
}

type Written = Outcome | { kind: 'whole'; totalBytes: number } | { kind: 'stopped' }

class Refusal extends Error {
  constructor(readonly outcome: Outcome) {
    super('A part was refused.')
  }
}

class Ended extends Error {}
class NoSpace extends Error {}

const limitOf = ({ range, row }: Part, fileBytesMax: number) =>
  range.kind === 'part' ? range.end + 1 : (range.total ?? row.total_bytes ?? fileBytesMax)

const tooMuch = ({ range, row }: Part, limit: number) =>
  range.kind === 'part'
    ? refused(400, 'More bytes were sent than Content-Range names.')
    : row.total_bytes === null
      ? refused(413, `The file is larger than ${sizeText(limit)}.`)
      : refused(400, `The file was announced with ${limit} bytes before.`)

/** Writes incoming bytes and records the progress, first in the file and then in the row. */
class Writing {
  #position: number
  #keptAt = Date.now()
  #keptPosition: number
  readonly #app: App
  readonly #environment: Environment
  readonly #part: Part
  readonly #file: PartFile
  readonly #limit: number
  readonly totalBytes: number | null

  constructor(app: App, environment: Environment, part: Part, file: PartFile) {
    this.#app = app
    this.#environment = environment
    this.#part = part
    this.#file = file
    this.#position = part.range.kind === 'part' ? part.range.start : 0
    this.#keptPosition = this.#position
    this.#limit = limitOf(part, app.settings.fileBytesMax)
    this.totalBytes = part.range.total ?? part.row.total_bytes
  }

  get position() {
    return this.#position
  }

  /** While the size is unknown, the client may have started with another file. */
  get receivedBytes() {
    const { held } = this.#part
    return this.totalBytes === null ? held : Math.max(held, this.#position)
  }

  take = async (piece: Buffer) => {
    if (this.#position + piece.length > this.#limit)
      throw new Refusal(tooMuch(this.#part, this.#limit))
    await this.#file.write(piece, this.#position)
    this.#position += piece.length
    if (
      this.#position - this.#keptPosition >= keepEveryBytes ||
      Date.now() - this.#keptAt >= keepEveryMs
    )
      await this.keep()
  }

  async keep() {
    await this.#file.sync()
    // Other writers use the same disk, and no space was reserved for a file of unknown size.
    if (!(await this.#app.disk.hasRoomFor(0))) throw new NoSpace()
    const { receivedBytes, totalBytes } = this
    const kept = await updateReceived(
      this.#environment,
      this.#part.row.id,
      { receivedBytes, totalBytes },
      this.#app.clock.now(),
    )
    if (!kept) throw new Ended()
    this.#keptAt = Date.now()
    this.#keptPosition = this.#position
  }

  /** Bytes after the end are from an earlier attempt. */
  async finish(totalBytes: number) {
    if ((await this.#file.size()) !== totalBytes) await this.#file.truncate(totalBytes)
    await this.#file.sync()
    return { kind: 'whole', totalBytes } as const
  }
}

const write = async (
  writing: Writing,
  { incoming, range, row, signal }: Part,
): Promise<Written> => {
  const end = await readBody(incoming, writing.take, { idleMs, signal })
  if (end !== 'complete') {
    await writing.keep()
    if (end === 'still') return refused(408, 'Nothing was sent for a minute.')
    return end === 'stopped' ? { kind: 'stopped' } : { kind: 'gone' }
  }
  const { position, receivedBytes, totalBytes } = writing
  if (range.kind === 'whole' && row.total_bytes !== null && position !== row.total_bytes)
    return refused(400, `The file was announced with ${row.total_bytes} bytes before.`)
  if (range.kind === 'whole') return writing.finish(position)
  if (receivedBytes === totalBytes) return writing.finish(receivedBytes)
  await writing.keep()
  return { kind: 'more', receivedBytes }
}

const isForSpace = (error: unknown) =>
  error instanceof NoSpace ||
  (error instanceof Error &&
    'code' in error &&
    ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code)))

export const writePart = async (
  app: App,
  environment: Environment,
  part: Part,
): Promise<Written> => {
  try {
    const file = await PartFile.open(app.settings.dataFolder, part.row.id)
    try {
      return await write(new Writing(app, environment, part, file), part)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof Refusal) return error.outcome
    if (error instanceof Ended) return { kind: 'stopped' }
    if (isForSpace(error)) return endForSpace(app, environment, part.row.id)
    throw error
  }
}
