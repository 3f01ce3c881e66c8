import type { App } from '@playhead/server-kit/app.ts'
import { sameBytes } from '@playhead/server-kit/secrets/secrets.ts'

/**
 * A token is verified once, for the playlist; addresses in the playlist carry a short code of the
 * server instead, which is ten times cheaper to verify. docs/adr/0032
 */
const lifetimeSeconds = 24 * 3600
const macBytes = 16

/** The options that select segments; the code is valid for exactly these. */
export const boundOptions = [
  'asset_end_time',
  'asset_start_time',
  'max_resolution',
  'min_resolution',
] as const

export interface Grant {
  /** Unix seconds. */
  expiresAt: number
  /** The key of the token behind the code: when that key is deleted, both stop working. */
  keyId: string | undefined
}

const shortOf = (keyId: string) =>
  Buffer.from(keyId.replaceAll('-', ''), 'hex').toString('base64url')

const longOf = (short: string) =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const macOf = (
  app: App,
  playbackId: string,
  holds: readonly string[],
  options: Record<string, string>,
) =>
  app.vault
    .mac(
      'playback',
      JSON.stringify([playbackId, holds, boundOptions.map((name) => options[name] ?? null)]),
    )
    .subarray(0, macBytes)

/** `{end}.{code}` or `{end}.{key}.{code}` */
export const grantFor = (
  app: App,
  playbackId: string,
  { expiresAt, keyId }: Grant,
  options: Record<string, string>,
) => {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const end = String(Math.min(Math.floor(expiresAt), now + lifetimeSeconds))
  const holds = [end, ...(keyId === undefined ? [] : [shortOf(keyId)])]
  const mac = macOf(app, playbackId, holds, options)
  return [...holds, mac.toString('base64url')].join('.')
}

export const verifyGrant = (
  app: App,
  playbackId: string,
  grant: string,
  options: Record<string, string>,
): Grant | undefined => {
  const [, end = '', key, mac = ''] =
    /^(\d{1,12})(?:\.([\w-]{22}))?\.([\w-]{22})$/.exec(grant) ?? []
  const holds = [end, ...(key === undefined ? [] : [key])]
  const expected = macOf(app, playbackId, holds, options)
  if (!sameBytes(expected, Buffer.from(mac, 'base64url'))) return undefined
  const expiresAt = Number(end)
  if (expiresAt * 1000 <= app.clock.now().getTime()) return undefined
  return { expiresAt, keyId: key === undefined ? undefined : longOf(key) }
}
