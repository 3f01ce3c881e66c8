import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  type ServerMetadata,
} from 'openid-client'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { opensWhat } from '@playhead/server-kit/outbound/opened-addresses.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'

const timeoutSeconds = 10

interface Client {
  id: string
  secret: string
}

/** Inside a network that the operator allowed, a provider may use plain http. */
const allowsHttpTo = ({ settings }: App, issuer: string) =>
  URL.canParse(issuer) &&
  opensWhat(settings.openedAddresses).isOpened(new URL(issuer).hostname.replace(/^\[|\]$/g, ''))

/** Configures calls to a provider; they go only through the guarded outbound client. */
export const configured = (app: App, server: ServerMetadata, { id, secret }: Client) => {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_post')
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret)
  const configuration = new Configuration(server, id, undefined, authentication)
  configuration[customFetch] = outboundFetch(app.settings)
  configuration.timeout = timeoutSeconds
  if (allowsHttpTo(app, server.issuer)) allowInsecureRequests(configuration)
  return configuration
}

/** The browser is redirected to it, so it must be a web page, never a script URL. */
const isWebAddress = (address: string | undefined, allowsHttp: boolean) => {
  if (!address || !URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || (allowsHttp && protocol === 'http:')
}

/** Fetches the configuration of an OpenID Connect provider. */
export const discoverProvider = async (
  app: App,
  issuer: string,
  clientId: string,
  clientSecret: string,
): Promise<Configuration> => {
  const allowsHttp = allowsHttpTo(app, issuer)
  try {
    if (!isWebAddress(issuer, allowsHttp)) throw new Error('The issuer is not an https address.')
    const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
      [customFetch]: outboundFetch(app.settings),
      timeout: timeoutSeconds,
      ...(allowsHttp && { execute: [allowInsecureRequests] }),
    })
    const server = found.serverMetadata()
    if (!isWebAddress(server.authorization_endpoint, allowsHttp))
      throw new Error('The authorization endpoint is not an https address.')
    return configured(app, server, { id: clientId, secret: clientSecret })
  } catch (error) {
    app.log.warn('single sign-on provider was not found', { issuer, error })
    throw invalidField(
      'issuer',
      'The single sign-on provider could not be reached or is not an OpenID Connect provider.',
    )
  }
}
