import { Readable } from 'node:stream'
import type { ByteRange } from '@playhead/storage/storage.ts'

/** A source of known length that can be read in ranges. */
export interface ByteSource {
  totalBytes: number
  read(range: Required<ByteRange>): Promise<AsyncIterable<Uint8Array> | Uint8Array>
}

export const bytesInMemory = (bytes: Uint8Array): ByteSource => ({
  totalBytes: bytes.length,
  read: async ({ start, end }) => bytes.subarray(start, end + 1),
})

type Asked = Required<ByteRange> | 'whole' | 'impossible'

/** Serves a single range; for several ranges or an unknown form the whole file is a valid response too. */
export const requestedRange = (header: string | null, totalBytes: number): Asked => {
  const match = header === null ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return 'whole'
  const start = from === '' ? Math.max(0, totalBytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? totalBytes - 1 : Math.min(Number(to), totalBytes - 1)
  if (from !== '' && to !== '' && Number(to) < start) return 'whole'
  return start >= totalBytes || (from === '' && Number(to) === 0) ? 'impossible' : { start, end }
}

/** Counts a viewer that disconnects only for the bytes sent before. */
async function* countSent(read: AsyncIterable<Uint8Array>, onSend: (bytes: number) => void) {
  for await (const piece of read) {
    yield piece
    onSend(piece.length)
  }
}

const bodyOf = (read: AsyncIterable<Uint8Array> | Uint8Array) =>
  read instanceof Uint8Array
    ? read
    : // Cancelling the response cancels this Node stream, which closes the file.
      Readable.toWeb(Readable.from(read, { objectMode: false }))

interface Answer {
  headers: Record<string, string>
  /** Without quotes. */
  etag: string
  /** Called with the bytes of each chunk that is sent. */
  onSend?: (bytes: number) => void
}

const isUnchanged = (request: Request, etag: string) =>
  request.headers
    .get('if-none-match')
    ?.split(',')
    .some((one) => [etag, `W/${etag}`, '*'].includes(one.trim())) ?? false

export const respondWithBytes = async (
  request: Request,
  source: ByteSource,
  { headers, etag: tag, onSend }: Answer,
): Promise<Response> => {
  const etag = `"${tag}"`
  const all = { ...headers, etag, 'accept-ranges': 'bytes' }
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers: all })
  const condition = request.headers.get('if-range')
  const isStale = condition !== null && condition !== etag
  const { totalBytes } = source
  const asked = isStale ? 'whole' : requestedRange(request.headers.get('range'), totalBytes)
  if (asked === 'impossible')
    return new Response(null, {
      status: 416,
      headers: { ...all, 'content-range': `bytes */${totalBytes}` },
    })
  const range = asked === 'whole' ? { start: 0, end: totalBytes - 1 } : asked
  const length = range.end - range.start + 1
  const sent = {
    ...all,
    'content-length': String(length),
    ...(asked !== 'whole' && {
      'content-range': `bytes ${range.start}-${range.end}/${totalBytes}`,
    }),
  }
  const status = asked === 'whole' ? 200 : 206
  if (request.method === 'HEAD' || length === 0)
    return new Response(null, { status, headers: sent })
  const read = await source.read(range)
  if (read instanceof Uint8Array) onSend?.(length)
  const body = read instanceof Uint8Array || !onSend ? read : countSent(read, onSend)
  return new Response(bodyOf(body), { status, headers: sent })
}
