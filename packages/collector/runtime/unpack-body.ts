import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { bodyMaxBytes, type ReadBody } from './read-body.ts'

export type PackedBody = Exclude<ReadBody, { kind: 'gone' }>
export type UnpackedBody = PackedBody | { kind: 'unreadable' }

const unpack: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** A body as its sender wrote it. A few bytes may stand for very many: no more of them come out than a plain body may have. */
export function unpackBody(body: PackedBody, encoding: string | undefined): UnpackedBody {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (body.kind !== 'body' || name === '' || name === 'identity') return body
  const unpackOne = Object.hasOwn(unpack, name) ? unpack[name] : undefined
  if (!unpackOne) return { kind: 'unreadable' }
  try {
    return { kind: 'body', content: unpackOne(body.content, { maxOutputLength: bodyMaxBytes }) }
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    return { kind: isTooLarge ? 'too_large' : 'unreadable' }
  }
}
