import type { App } from '@playhead/server-kit/app.ts'
import { sameBytes } from '@playhead/server-kit/secrets.ts'

/**
 * A token is verified once, for the playlist; the addresses in it carry a short code of the server
 * instead, which is ten times cheaper to check. docs/adr/0032
 */
const lifetimeSeconds = 24 * 3600
const macBytes = 16

/** The options that decide which segments there are; the code holds for exactly these. */
export const boundOptions = [
  'asset_end_time',
  'asset_start_time',
  'max_resolution',
  'min_resolution',
] as const

const macOf = (app: App, playbackId: string, exp: string, options: Record<string, string>) =>
  app.vault
    .mac(
      'playback',
      JSON.stringify([playbackId, exp, ...boundOptions.map((name) => options[name] ?? null)]),
    )
    .subarray(0, macBytes)

export const grantFor = (
  app: App,
  playbackId: string,
  expiresAt: number,
  options: Record<string, string>,
) => {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const exp = String(Math.min(Math.floor(expiresAt), now + lifetimeSeconds))
  return `${exp}.${macOf(app, playbackId, exp, options).toString('base64url')}`
}

export const verifyGrant = (
  app: App,
  playbackId: string,
  grant: string,
  options: Record<string, string>,
) => {
  const [exp, mac] = grant.split('.')
  if (!exp || !mac || !/^\d{1,12}$/.test(exp)) return undefined
  if (!sameBytes(macOf(app, playbackId, exp, options), Buffer.from(mac, 'base64url')))
    return undefined
  const expiresAt = Number(exp)
  return expiresAt * 1000 > app.clock.now().getTime() ? { expiresAt } : undefined
}
