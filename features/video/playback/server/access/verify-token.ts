import type { KeyObject } from 'node:crypto'
import { readSignedClaims } from '@playhead/features/system/signing-keys/server'

/** What a token opens: the stream and its files, thumbnails, animated pictures, storyboards. */
export type Audience = 'v' | 't' | 'g' | 's'

interface VerifiedToken {
  expiresAt: number
  keyId: string
  /** All other claims, as the texts that a query would carry. */
  options: Record<string, string>
  restrictionId: string | undefined
}

const standardClaims = new Set([
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'iss',
  'jti',
  'kid',
  'playback_restriction_id',
])

const optionsOf = (claims: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) =>
      standardClaims.has(name) || !['string', 'number', 'boolean'].includes(typeof value)
        ? []
        : [[name, String(value)]],
    ),
  )

interface Expected {
  playbackId: string
  audience: Audience
  now: Date
  /** Looks up keys of the environment that owns the playback id. */
  findKey: (keyId: string) => Promise<KeyObject | undefined>
}

/** Returns undefined for every token that grants nothing. */
export const verifyToken = async (
  token: string,
  { playbackId, audience, now, findKey }: Expected,
): Promise<VerifiedToken | undefined> => {
  const claims = await readSignedClaims(token, { now, findKey })
  if (claims?.subject !== playbackId || !claims.audiences.includes(audience)) return undefined
  const restriction = claims.all['playback_restriction_id']
  if (restriction !== undefined && typeof restriction !== 'string') return undefined
  const { expiresAt, keyId } = claims
  return { expiresAt, keyId, options: optionsOf(claims.all), restrictionId: restriction }
}
