import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client'
import { z } from 'zod'
import { forbidden } from '@playhead/contract-kit/errors.ts'
import { emailError, normalizeEmail } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { flowRefusal } from './flows.ts'

const Claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
})

export const ssoRedirectUri = (app: App) => `${app.settings.publicUrl}/login/sso`

interface Answer {
  code: string
  state: string
  /** RFC 9207: which provider says so; a provider that announces it must send it. */
  iss: string | undefined
  verifier: string
  nonce: string
}

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
  if (claims.email || !config.serverMetadata().userinfo_endpoint) return claims
  return Claims.parse(await fetchUserInfo(config, tokens.access_token, claims.sub))
}

/** Whom the provider vouches for. Many keep the address out of the id token, so user info is asked as well. */
export const ssoPerson = async (app: App, config: Configuration, answer: Answer) => {
  const claims = await readClaims(app, config, answer).catch((error: unknown) => {
    app.log.warn('single sign-on was not confirmed', { error })
    throw flowRefusal(error)
  })
  const { email = '', name = '' } = claims
  if (emailError(email) || claims.email_verified === false || claims.email_verified === 'false')
    throw forbidden('Your single sign-on provider does not confirm an e-mail address of yours.')
  return { email: normalizeEmail(email), name }
}
