import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { discoverProvider } from '@playhead/features/account/sso/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { sameSitePath } from '../same-site-path.ts'
import { startFlow } from './flows.ts'
import { ssoRedirectUri } from './sso-claims.ts'
import type { ConnectionRow } from './sso-connections.sql.ts'

export const providerOf = (app: App, connection: ConnectionRow) =>
  discoverProvider(
    app,
    connection.issuer,
    connection.client_id,
    app.vault.open(connection.client_secret_sealed),
  )

interface Beginning {
  email: string
  next: string | null | undefined
  /** The session to prove; when absent, the visit is a sign-in. */
  proves: string | null
}

/** For a proof the provider must ask the person again, not reuse its session. */
const askAgain = { prompt: 'login', max_age: '0' }

/** Returns the URL at the provider to go to. */
export const beginSso = async (
  app: App,
  request: RequestFacts,
  connection: ConnectionRow,
  { email, next, proves }: Beginning,
) => {
  const provider = await providerOf(app, connection)
  const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()]
  const state = await startFlow(app, request, 'sso', {
    connectionId: connection.id,
    verifier,
    nonce,
    email,
    next: sameSitePath(next, app.settings.publicUrl),
    proves,
  })
  return buildAuthorizationUrl(provider, {
    redirect_uri: ssoRedirectUri(app),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email && { login_hint: email }),
    ...(proves && askAgain),
  }).href
}
