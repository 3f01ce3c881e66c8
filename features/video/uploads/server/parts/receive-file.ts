import type { IncomingMessage } from 'node:http'
import { sizeText } from '@playhead/server-kit/outbound/outbound-stream.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { completeUpload } from '../complete-upload.ts'
import type { SentRange } from '../http/content-range.ts'
import { endForSpace, endUpload } from '../end-upload.ts'
import { sizeOfUploadFile } from './part-file.ts'
import { countGap, forgetGaps } from './gaps.ts'
import { type Outcome, refused, unknownAddress } from './outcome.ts'
import type { Interruption } from './upload-lines.ts'
import { findUpload, type UploadRow } from '../uploads.sql.ts'
import { writePart } from './write-part.ts'

interface Sent {
  incoming: IncomingMessage
  range: SentRange
  contentType: string | undefined
  signal: AbortSignal
}

const endings = {
  cancelled: 'This upload was cancelled.',
  timed_out: 'This upload has timed out.',
  asset_created: 'This upload already has its file.',
} as const

/** The response to the last part may have been lost: a repeated request gets success again. */
const answerEnded = (row: UploadRow, range: SentRange): Outcome => {
  if (row.status === 'asset_created') {
    const isSame = range.total === undefined || range.total === row.total_bytes
    return isSame ? { kind: 'complete' } : refused(410, endings.asset_created)
  }
  if (row.status === 'errored' || row.status === 'waiting')
    return refused(410, row.error_message ?? 'This upload has failed.')
  return refused(410, endings[row.status])
}

const refuseTotal = (app: App, row: UploadRow, { total }: SentRange) => {
  if (total === undefined) return undefined
  if (row.total_bytes !== null && total !== row.total_bytes)
    return refused(
      400,
      `The file was announced with ${row.total_bytes} bytes before, and now ${total}.`,
    )
  const { fileBytesMax } = app.settings
  return total > fileBytesMax
    ? refused(413, `The file is larger than ${sizeText(fileBytesMax)}.`)
    : undefined
}

const endWith = async (
  app: App,
  environment: Environment,
  row: UploadRow,
  file: { totalBytes: number; contentType: string | null },
): Promise<Outcome> => {
  const ended = await completeUpload(app, environment, row, file)
  const now = ended ?? (await findUpload(environment, row.id))
  return now ? answerEnded(now, { kind: 'question', total: undefined }) : unknownAddress
}

const tellGap = (row: UploadRow, receivedBytes: number, start: number): Outcome =>
  countGap(row.id)
    ? { kind: 'more', receivedBytes }
    : {
        kind: 'refused',
        status: 400,
        message: `Bytes from ${start} were sent again and again, but those from ${receivedBytes} are missing.`,
        receivedBytes,
      }

const interruptions: Record<Interruption, Outcome> = {
  replaced: refused(400, 'Another request sends this file; send one part after the other.'),
  ended: refused(410, 'This upload has ended.'),
  stopping: refused(503, 'The server is about to restart. Please send this again in a moment.'),
  crowded: refused(503, 'The server is busy with other uploads. Please continue in a moment.'),
}

/** Without a reason the write noticed it: the upload has ended, or its environment is gone. */
const answerInterruption = async (
  reason: Interruption | undefined,
  environment: Environment,
  id: string,
  range: SentRange,
) => {
  if (reason !== undefined && reason !== 'ended') return interruptions[reason]
  const row = await findUpload(environment, id)
  if (!row) return unknownAddress
  return row.status === 'waiting' ? interruptions.ended : answerEnded(row, range)
}

const reasonOf = (signal: AbortSignal) =>
  signal.aborted ? (signal.reason as Interruption) : undefined

/** One request at a time for each upload: see UploadLines. */
export const receiveFile = async (
  app: App,
  environment: Environment,
  id: string,
  { incoming, range, contentType, signal }: Sent,
): Promise<Outcome> => {
  if (signal.aborted) return answerInterruption(reasonOf(signal), environment, id, range)
  const row = await findUpload(environment, id)
  if (!row) return unknownAddress
  if (row.status !== 'waiting') return answerEnded(row, range)
  if (row.expires_at <= app.clock.now()) {
    await endUpload(app, environment, id, { status: 'timed_out' })
    return refused(410, endings.timed_out)
  }
  const wrong = refuseTotal(app, row, range)
  if (wrong) return wrong
  const { dataFolder } = app.settings
  const held = Math.min(row.received_bytes, await sizeOfUploadFile(dataFolder, id))
  const file = { contentType: contentType ?? null }
  if (range.kind === 'question')
    return row.total_bytes !== null && held === row.total_bytes
      ? endWith(app, environment, row, { ...file, totalBytes: held })
      : { kind: 'more', receivedBytes: held }
  if (range.kind === 'part' && range.start > held) return tellGap(row, held, range.start)
  forgetGaps(id)
  if (!(await app.disk.hasRoomFor((range.total ?? 0) - held)))
    return endForSpace(app, environment, id)
  const written = await writePart(app, environment, { row, held, incoming, range, signal })
  if (written.kind === 'whole')
    return endWith(app, environment, row, { ...file, totalBytes: written.totalBytes })
  if (written.kind === 'stopped')
    return answerInterruption(reasonOf(signal), environment, id, range)
  return written
}
