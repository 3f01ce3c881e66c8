import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

const drainedMax = 4 * 2 ** 20
const withinMs = 500

/** True once all of it came; what is read is thrown away. */
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
    // Stays: a connection that breaks later must not end the program.
    incoming.on('error', settle)
    incoming.on('data', onData).on('end', settle).on('close', settle)
    incoming.resume()
  })

/**
 * An answer may be ready before its request was read, such as a refusal. The connection serves the next
 * request only once the rest of this one is there, and is not announced as kept otherwise.
 */
export const settleBody: MiddlewareHandler = async (c, next) => {
  await next()
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  if (!incoming || incoming.complete || incoming.destroyed) return
  if (c.res.headers.has('connection')) return
  if (!(await drained(incoming))) c.header('connection', 'close')
}
