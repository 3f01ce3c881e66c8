import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

const drainedMax = 4 * 2 ** 20
const withinMs = 500

/** True once the whole body has arrived; its content is discarded. */
const drained = (incoming: HttpBindings['incoming']) =>
  new Promise<boolean>((resolve) => {
    let left = drainedMax
    const settle = () => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', settle).off('close', settle)
      resolve(incoming.complete)
    }
    const onData = (piece: Buffer) => {
      left -= piece.length
      if (left < 0) settle()
    }
    const timer = setTimeout(settle, withinMs)
    // This listener stays: a connection error later must not end the program.
    incoming.on('error', settle)
    incoming.on('data', onData).on('end', settle).on('close', settle)
    incoming.resume()
  })

/**
 * A response, such as a refusal, may be ready before its request has been read. The connection can serve the
 * next request only after the rest of this one has arrived; otherwise it is announced as closing.
 */
export const settleBody: MiddlewareHandler = async (c, next) => {
  await next()
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  if (!incoming || incoming.complete || incoming.destroyed) return
  if (c.res.headers.has('connection')) return
  if (!(await drained(incoming))) c.header('connection', 'close')
}
