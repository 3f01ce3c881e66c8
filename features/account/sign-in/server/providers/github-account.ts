import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
} from 'openid-client'
import { z } from 'zod'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { emailError, normalizeEmail } from '@playhead/domain/field-rules.ts'
import { configured } from '@playhead/features/account/sso/server'
import type { App } from '@playhead/server-kit/app.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { flowRefusal } from './flows.ts'

const settingsOf = (app: App) => {
  if (!app.settings.github) throw notFound('way to sign in')
  return app.settings.github
}

/** GitHub supports plain OAuth only, without discovery. */
const configuration = (app: App) => {
  const { url, clientId, clientSecret } = settingsOf(app)
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
  return configured(app, server, { id: clientId, secret: clientSecret })
}

const redirectUri = (app: App) => `${app.settings.publicUrl}/login/github`

export const githubAuthorizeUrl = async (app: App, state: string, verifier: string) =>
  buildAuthorizationUrl(configuration(app), {
    redirect_uri: redirectUri(app),
    scope: 'read:user user:email',
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href

const Profile = z.object({ id: z.number(), name: z.string().nullable().optional() })
const Addresses = z.array(z.object({ email: z.string(), verified: z.boolean() }))

const ask = async (app: App, path: string, accessToken: string) => {
  const answer = await outboundFetch(app.settings)(`${settingsOf(app).apiUrl}${path}`, {
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${accessToken}` },
  })
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}`)
  return answer.json()
}

interface GithubAccount {
  subject: string
  name: string
  /** Only addresses that GitHub has confirmed: any user can add an address that is not theirs. */
  addresses: string[]
}

export const githubAccount = async (
  app: App,
  answer: { code: string; state: string; verifier: string },
): Promise<GithubAccount> => {
  const config = configuration(app)
  const url = new URL(redirectUri(app))
  url.search = new URLSearchParams({ code: answer.code, state: answer.state }).toString()
  try {
    const tokens = await authorizationCodeGrant(config, url, {
      pkceCodeVerifier: answer.verifier,
      expectedState: answer.state,
    })
    const profile = Profile.parse(await ask(app, '/user', tokens.access_token))
    const addresses = Addresses.parse(
      await ask(app, '/user/emails?per_page=100', tokens.access_token),
    )
    return {
      subject: String(profile.id),
      name: profile.name ?? '',
      addresses: addresses
        .filter(({ email, verified }) => verified && !emailError(email))
        .map(({ email }) => normalizeEmail(email)),
    }
  } catch (error) {
    app.log.warn('GitHub did not confirm a sign-in', { error })
    throw flowRefusal(error)
  }
}
