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

/** `forwarded` is the header X-Forwarded-For, of which only the entry of our own proxy is trusted. */
export const addressOf = (
  forwarded: string | undefined,
  remote: string,
  { trustsProxy }: Pick<Settings, 'trustsProxy'>,
) =>
  (trustsProxy ? forwarded : undefined)?.split(',').at(-1)?.trim().slice(0, addressMaxLength) ||
  remote

export const callerAddress = (c: Context, settings: Pick<Settings, 'trustsProxy'>) =>
  addressOf(c.req.header('x-forwarded-for'), remoteAddress(c), settings)
