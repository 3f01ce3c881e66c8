import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Whether the client disconnected before the request was complete or before the response. It will not read the response. */
export const isGone = (c: Context) => {
  // Requests made in-process, as tests do, have no connection.
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  return c.req.raw.signal.aborted || (incoming?.destroyed === true && !incoming.complete)
}
