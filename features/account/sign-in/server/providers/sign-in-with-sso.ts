import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { discoverProvider } from '@playhead/features/account/sso/server'
import type { App } from '@playhead/server-kit/app.ts'
import { takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { limits } from '../limits.ts'
import { sameSitePath } from '../same-site-path.ts'
import { openSession, presentedSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import type { SessionMethod } from '../sessions/sessions.sql.ts'
import { finishFlow, flowRefusal, startFlow } from './flows.ts'
import { userOfSso } from './join-by-sso.ts'
import { ssoPerson, ssoRedirectUri } from './sso-claims.ts'
import {
  type ConnectionRow,
  findConnection,
  findConnectionOfEmail,
  findConnectionOfOrganization,
} from './sso-connections.sql.ts'

const Started = z.object({
  connectionId: z.uuid(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string().nullable(),
})

const providerOf = (app: App, connection: ConnectionRow) =>
  discoverProvider(
    app,
    connection.issuer,
    connection.client_id,
    app.vault.open(connection.client_secret_sealed),
  )

const connectionFor = async (app: App, organizationId: string | undefined, email: string) => {
  const connection = organizationId
    ? await findConnectionOfOrganization(app.postgres, organizationId)
    : await findConnectionOfEmail(app.postgres, email)
  if (!connection)
    throw invalidField(
      organizationId ? 'organization_id' : 'email',
      organizationId
        ? 'This organization has no single sign-on.'
        : 'There is no single sign-on for this address.',
    )
  return connection
}

export const startSso: Handlers<typeof signIn>['startSso'] = async ({ app, request, body }) => {
  await takeAttempt(app, limits.providerFromAddress, request.ip)
  const { organization_id: organizationId, next } = body.session
  const email = normalizeEmail(body.session.email ?? '')
  const connection = await connectionFor(app, organizationId, email)
  const provider = await providerOf(app, connection)
  const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()]
  const state = await startFlow(app, request, 'sso', {
    connectionId: connection.id,
    verifier,
    nonce,
    next: sameSitePath(next, app.settings.publicUrl),
  })
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: ssoRedirectUri(app),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email && { login_hint: email }),
  })
  return { data: { authorize_url: url.href } }
}

/** Who is signed in already goes on as before and has the organization besides. */
export const finishSso: Handlers<typeof signIn>['finishSso'] = async ({ app, request, body }) => {
  const { code, state, iss } = body.session
  const flow = await finishFlow(app, request, 'sso', state, Started)
  const connection = await findConnection(app.postgres, flow.connectionId)
  if (!connection) throw flowRefusal()
  const provider = await providerOf(app, connection)
  const person = await ssoPerson(app, provider, { ...flow, code, state, iss: iss ?? undefined })
  const present = await presentedSession(app, request)
  const own = present?.method === 'sso' ? undefined : present
  const userId = await userOfSso(app, request, connection, { ...person, session: own })
  const method = own?.user_id === userId ? (own.method as SessionMethod) : 'sso'
  const session = await openSession(app, request, {
    userId,
    method,
    ssoOrganizationId: connection.organization_id,
  })
  return {
    data: {
      session: await presentSession(app, request, session),
      addresses: [],
      ticket: null,
      next: flow.next,
    },
  }
}
