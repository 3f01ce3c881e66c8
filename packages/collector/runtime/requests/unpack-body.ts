import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { bodyMaxBytes, type ReadBody } from './read-body.ts'

export type PackedBody = Exclude<ReadBody, { kind: 'gone' }>
type UnpackedBody = PackedBody | { kind: 'unreadable' }

const unpack: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** The body, decompressed. A few bytes may expand to very many: the output is limited to the size of a plain body. */
export const unpackBody = (body: PackedBody, encoding: string | undefined): UnpackedBody => {
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
