import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { accountPage, bodyOf, startServer } from './stand-in.ts'

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'journey',
  use: 'sig',
  alg: 'RS256',
})

const secret = () => randomBytes(24).toString('hex')

/** A real OpenID Connect provider on loopback; its page offers a choice of the addresses. */
export const startIdentityProvider = async (redirectUri: string, emails: string[]) => {
  const client = { id: 'playhead', secret: secret() }
  const { url, server, stop } = await startServer((request, response) =>
    request.url?.startsWith('/interaction/')
      ? void interact(request, response)
      : answer(request, response),
  )
  const provider = new Provider(url, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: [secret()] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, name: 'Mira Kaur' }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [signingKey()] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  const answer = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse) {
    try {
      if (request.method !== 'POST') {
        const accounts = emails.map((email) => ({ id: email, label: `Continue as ${email}` }))
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end(accountPage('Company sign-in', accounts))
        return
      }
      const accountId = (await bodyOf(request)).get('account') ?? ''
      const { params } = await provider.interactionDetails(request, response)
      const grant = new provider.Grant({ accountId, clientId: params.client_id })
      grant.addOIDCScope('openid email profile')
      const result = { login: { accountId }, consent: { grantId: await grant.save() } }
      await provider.interactionFinished(request, response, result)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }
  return { issuer: url, client, server, stop }
}
