import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { Provider } from 'oidc-provider'
import { afterAll } from 'vitest'

export interface ProviderAccount {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'test',
  use: 'sig',
  alg: 'RS256',
})

/** A real OpenID Connect provider that signs in the account given to `visit` without asking. */
export const startProvider = async (given: { redirectUri: string; emailInIdToken?: boolean }) => {
  const client = { id: 'playhead', secret: randomBytes(24).toString('hex') }
  const accounts = new Map<string, ProviderAccount>()
  let arriving = ''
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [given.redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !given.emailInIdToken,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => accounts.get(id) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [signingKey()] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  const answer = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const { params } = await provider.interactionDetails(request, response)
      const grant = new provider.Grant({ accountId: arriving, clientId: params.client_id })
      grant.addOIDCScope('openid email profile')
      const result = { login: { accountId: arriving }, consent: { grantId: await grant.save() } }
      await provider.interactionFinished(request, response, result)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }
  server.on('request', (request, response) =>
    request.url?.startsWith('/interaction/')
      ? void interact(request, response)
      : answer(request, response),
  )
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  /** Follows the redirects from the authorize URL until the provider sends the browser back. */
  const visit = async (authorizeUrl: string, account: ProviderAccount) => {
    accounts.set(account.sub, account)
    arriving = account.sub
    const cookies = new Map<string, string>()
    let url = new URL(authorizeUrl)
    for (let step = 0; step < 10; step += 1) {
      if (url.href.startsWith(given.redirectUri)) return Object.fromEntries(url.searchParams)
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
        cookies.set(name!, value!)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`The provider stopped: ${await response.text()}`)
      url = new URL(location, url)
    }
    throw new Error('The provider sends the browser round and round.')
  }

  return { issuer, client, visit }
}
