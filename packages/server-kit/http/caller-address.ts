import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Settings } from '../settings/settings.ts'

/** The address becomes part of a key that must fit into an index. */
const addressMaxLength = 64

/** Requests made in-process, as tests do, have no connection. */
const remoteAddress = (c: Context) => {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    return 'in-process'
  }
}

export const callerAddress = (c: Context, { trustsProxy }: Pick<Settings, 'trustsProxy'>) => {
  const forwarded = trustsProxy ? c.req.header('x-forwarded-for') : undefined
  return forwarded?.split(',').at(-1)?.trim().slice(0, addressMaxLength) || remoteAddress(c)
}
