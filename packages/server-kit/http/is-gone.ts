import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Whether the connection broke off, before the whole request was there or before its answer. Nobody reads what is answered. */
export const isGone = (c: Context) => {
  // Requests made in-process, as tests do, have no connection.
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  return c.req.raw.signal.aborted || (incoming?.destroyed === true && !incoming.complete)
}
