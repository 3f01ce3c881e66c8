import { createCipheriv, createDecipheriv } from 'node:crypto'

const chunkBytes = 65_536
const tagBytes = 16
const sealedBytes = chunkBytes + tagBytes

/** A chunk was altered or moved, or the stream was cut off. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic'
}

/** The nonce holds the position and whether it is the last chunk: none can be moved, left out or cut off. */
const nonceOf = (place: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(place, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Chunks of full size; the last one may be smaller, and there is always one. */
async function* pieces(source: AsyncIterable<Uint8Array>, size: number) {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let place = 0
  for await (const given of source) {
    held.push(given)
    heldBytes += given.byteLength
    if (heldBytes <= size) continue
    const all = Buffer.concat(held)
    let from = 0
    for (; all.length - from > size; from += size) {
      yield { piece: all.subarray(from, from + size), place, isLast: false }
      place += 1
    }
    held = [all.subarray(from)]
    heldBytes = all.length - from
  }
  yield { piece: Buffer.concat(held), place, isLast: true }
}

/** AES-256-GCM in chunks. Use a key for one stream only: a second one would repeat the nonces. */
export const seal = async function* (key: Buffer, source: AsyncIterable<Uint8Array>) {
  for await (const { piece, place, isLast } of pieces(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** Yields only verified chunks; a missing end is detected only at the end. */
export const unseal = async function* (key: Buffer, source: AsyncIterable<Uint8Array>) {
  for await (const { piece, place, isLast } of pieces(source, sealedBytes)) {
    if (piece.length < tagBytes) throw new NotAuthentic('It is cut off.')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place, isLast), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(piece.subarray(-tagBytes))
    const opened = decipher.update(piece.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch (error) {
      throw new NotAuthentic('A piece is not what was sealed.', { cause: error })
    }
    yield opened
  }
}

export const sealedSize = (bytes: number) =>
  bytes + tagBytes * Math.max(1, Math.ceil(bytes / chunkBytes))
