import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client'
import { z } from 'zod'
import { forbidden } from '@playhead/contract-kit/errors.ts'
import { emailError, normalizeEmail } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { flowMinutes, flowRefusal } from './flows.ts'

const Claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
  /** When the provider last asked this person, in seconds. */
  auth_time: z.number().optional(),
})

export const ssoRedirectUri = (app: App) => `${app.settings.publicUrl}/login/sso`

interface Answer {
  code: string
  state: string
  /** RFC 9207: the issuer of this response; a provider that announces the parameter must send it. */
  iss: string | undefined
  verifier: string
  nonce: string
  /** Set when the visit is a proof; an old session at the provider does not count as one. */
  proves: string | null
}

/** If the provider reports when it asked, that must be recent; a provider that does not report it is trusted. docs/adr/0046 */
const isFresh = (app: App, authTime: number | undefined) =>
  authTime === undefined || authTime * 1000 > app.clock.now().getTime() - flowMinutes * 60_000

const readClaims = async (app: App, config: Configuration, answer: Answer) => {
  const url = new URL(ssoRedirectUri(app))
  url.searchParams.set('code', answer.code)
  url.searchParams.set('state', answer.state)
  if (answer.iss) url.searchParams.set('iss', answer.iss)
  const tokens = await authorizationCodeGrant(config, url, {
    pkceCodeVerifier: answer.verifier,
    expectedState: answer.state,
    expectedNonce: answer.nonce,
    idTokenExpected: true,
  })
  const claims = Claims.parse(tokens.claims())
  if (answer.proves && !isFresh(app, claims.auth_time))
    throw new Error('The provider did not ask the person again.')
  if (claims.email || !config.serverMetadata().userinfo_endpoint) return claims
  return Claims.parse(await fetchUserInfo(config, tokens.access_token, claims.sub))
}

/** The person whom the provider vouches for. Many leave the address out of the id token, so user info is fetched too. */
export const ssoPerson = async (app: App, config: Configuration, answer: Answer) => {
  const claims = await readClaims(app, config, answer).catch((error: unknown) => {
    app.log.warn('single sign-on was not confirmed', { error })
    throw flowRefusal(error)
  })
  const { email = '', name = '' } = claims
  if (emailError(email) || claims.email_verified === false || claims.email_verified === 'false')
    throw forbidden('Your single sign-on provider has not confirmed your e-mail address.')
  return { email: normalizeEmail(email), name }
}
