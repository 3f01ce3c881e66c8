import { Stop } from '../setup/stop.mjs'

/** What the command was asked for, from its options and the variables that the SDK reads, too. */
export const listenSettings = (options, environment = process.env) => {
  const tokenId = options.token_id ?? environment.MUX_TOKEN_ID
  const secret = environment.MUX_TOKEN_SECRET
  if (!tokenId || !secret)
    throw new Stop(
      'listen needs an access token: put its id into MUX_TOKEN_ID or --token-id, and its secret into MUX_TOKEN_SECRET.',
    )
  const origin = options.url ?? environment.MUX_BASE_URL ?? 'http://localhost:4000'
  return {
    origin: readAddress('url', origin).href.replace(/\/$/, ''),
    forward: readAddress('forward', options.forward).href,
    authorization: `Basic ${Buffer.from(`${tokenId}:${secret}`).toString('base64')}`,
    secret,
    environmentId: options.environment?.toLowerCase(),
    isWanted: typeFilter(options.types),
  }
}

function readAddress(name, text) {
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (!address || !['http:', 'https:'].includes(address.protocol))
    throw new Stop(`--${name} is an address that begins with http:// or https://.`)
  if (address.username || address.password)
    throw new Stop(`--${name} takes no user name and password.`)
  return address
}

/** `video.asset.*` stands for all types that begin so, `*.errored` for all that end so. */
function typeFilter(text) {
  if (text === undefined) return () => true
  const patterns = text.split(',').map((pattern) => pattern.trim())
  if (patterns.some((pattern) => !/^(\*|\*?[a-z_.]+|[a-z_.]+\*)$/.test(pattern)))
    throw new Stop('--types has types separated by commas, such as video.asset.*,*.errored.')
  return (type) => patterns.some((pattern) => matches(pattern, type))
}

const matches = (pattern, type) => {
  if (pattern.endsWith('*')) return type.startsWith(pattern.slice(0, -1))
  return pattern.startsWith('*') ? type.endsWith(pattern.slice(1)) : type === pattern
}
