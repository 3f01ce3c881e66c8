import { type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

/** What a token opens: the stream and its files, thumbnails, animated pictures, storyboards. */
export type Audience = 'v' | 't' | 'g' | 's'

const tokenMaxLength = 8_192
/** Clocks differ a little. */
const leewaySeconds = 10

const Header = z.object({
  alg: z.literal('RS256'),
  kid: z.string().optional(),
  // Extensions that must be understood are not.
  crit: z.undefined().optional(),
})
const Claims = z.looseObject({
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
  kid: z.string().optional(),
})

export interface VerifiedToken {
  expiresAt: number
  keyId: string
  /** Everything else that was claimed, as the texts that an address would carry. */
  options: Record<string, string>
  restrictionId: string | undefined
}

const json = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
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
  /** Of the environment that owns the playback id. */
  findKey: (keyId: string) => Promise<KeyObject | undefined>
}

/** Undefined for every token that opens nothing. Older clients write the id of the key into the header. */
export const verifyToken = async (
  token: string,
  { playbackId, audience, now, findKey }: Expected,
): Promise<VerifiedToken | undefined> => {
  const parts = token.length <= tokenMaxLength ? token.split('.') : []
  const [headerPart, claimsPart, signaturePart] = parts
  if (parts.length !== 3 || !headerPart || !claimsPart || !signaturePart) return undefined
  const header = Header.safeParse(json(headerPart)).data
  const claims = Claims.safeParse(json(claimsPart)).data
  const keyId = claims?.kid ?? header?.kid
  if (!header || !claims || keyId === undefined) return undefined
  const key = await findKey(keyId)
  if (!key || key.asymmetricKeyType !== 'rsa') return undefined
  const signed = Buffer.from(`${headerPart}.${claimsPart}`)
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signaturePart, 'base64url'))) return undefined
  const seconds = now.getTime() / 1000
  if (claims.exp + leewaySeconds <= seconds) return undefined
  if (claims.nbf !== undefined && claims.nbf - leewaySeconds > seconds) return undefined
  if (claims.sub !== playbackId || ![claims.aud].flat().includes(audience)) return undefined
  const restriction = claims['playback_restriction_id']
  if (restriction !== undefined && typeof restriction !== 'string') return undefined
  return { expiresAt: claims.exp, keyId, options: optionsOf(claims), restrictionId: restriction }
}
