import type { IncomingMessage } from 'node:http'

export const bodyMaxBytes = 512 * 1024
/** An oversized body is read to its end, because the client would resend it after a closed socket; up to this limit. */
const discardedMaxBytes = 8 * bodyMaxBytes

export type ReadBody = { kind: 'body'; content: Buffer } | { kind: 'too_large' } | { kind: 'gone' }

export const readBody = (
  request: IncomingMessage,
  /** Called with each piece that is kept. */
  kept: (piece: Buffer) => void,
  done: (body: ReadBody) => void,
) => {
  const pieces: Buffer[] = []
  let bytes = 0
  let isDone = false
  const finish = (body: ReadBody) => {
    if (isDone) return
    isDone = true
    done(body)
  }
  request.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= bodyMaxBytes) {
      pieces.push(piece)
      kept(piece)
    } else {
      pieces.length = 0
      if (bytes > discardedMaxBytes) request.destroy()
    }
  })
  request.on('end', () => {
    if (bytes > bodyMaxBytes) return finish({ kind: 'too_large' })
    const [only] = pieces
    const whole = pieces.length === 1 && only ? only : Buffer.concat(pieces)
    finish({ kind: 'body', content: whole })
  })
  request.on('error', () => finish({ kind: 'gone' }))
  request.on('close', () => finish({ kind: 'gone' }))
}
