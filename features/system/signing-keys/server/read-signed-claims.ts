import { type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

const tokenMaxLength = 8_192
/** Tolerance for different clocks. */
const leewaySeconds = 10

const Header = z.object({
  alg: z.literal('RS256'),
  kid: z.string().optional(),
  // Tokens with critical extensions are refused, because none is supported.
  crit: z.undefined().optional(),
})
const Claims = z.looseObject({
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
  kid: z.string().optional(),
})

interface SignedClaims {
  subject: string
  audiences: string[]
  expiresAt: number
  keyId: string
  /** All claims, including these. */
  all: Record<string, unknown>
}

interface Expected {
  now: Date
  findKey: (keyId: string) => Promise<KeyObject | undefined>
}

const json = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * The claims of a valid token signed with a signing key; undefined for anything else. Older clients write
 * the id of the key into the header.
 */
export const readSignedClaims = async (
  token: string,
  { now, findKey }: Expected,
): Promise<SignedClaims | undefined> => {
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
  return {
    subject: claims.sub,
    audiences: [claims.aud].flat(),
    expiresAt: claims.exp,
    keyId,
    all: claims,
  }
}
