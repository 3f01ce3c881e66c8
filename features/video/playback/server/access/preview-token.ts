import type { App } from '@playhead/server-kit/app.ts'
import { sameBytes } from '@playhead/server-kit/secrets/secrets.ts'
import type { Audience } from './verify-token.ts'

/**
 * The server stores no private halves of signing keys, so members watch signed videos with a token
 * of the server. Its form never matches that of a signed token.
 */
const mark = 'preview'
const macBytes = 16
const form = new RegExp(`^${mark}-(\\d{1,12})-([A-Za-z0-9_-]{22})$`)

const macOf = (app: App, playbackId: string, audience: Audience, exp: string) =>
  app.vault
    .mac('playback-preview', JSON.stringify([playbackId, audience, exp]))
    .subarray(0, macBytes)

export const previewToken = (app: App, playbackId: string, audience: Audience, exp: number) =>
  `${mark}-${exp}-${macOf(app, playbackId, audience, String(exp)).toString('base64url')}`

export const verifyPreviewToken = (
  app: App,
  playbackId: string,
  audience: Audience,
  token: string,
) => {
  const [, exp, mac] = form.exec(token) ?? []
  if (exp === undefined || mac === undefined) return undefined
  const isOurs = sameBytes(macOf(app, playbackId, audience, exp), Buffer.from(mac, 'base64url'))
  const expiresAt = Number(exp)
  return isOurs && expiresAt * 1000 > app.clock.now().getTime() ? { expiresAt } : undefined
}
