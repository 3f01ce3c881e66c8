import type { Settings } from '@playhead/server-kit/settings/settings.ts'

/** SDKs use http with such host names and https with all others. */
const isLocal = (host: string) => /localhost(?::\d+)?$/.test(host)

/** The address that players report to, in the form that SDKs expect: a host without scheme and path. */
export const collectorAddress = ({
  publicUrl,
  collector: { port, tls },
}: Pick<Settings, 'publicUrl' | 'collector'>) => {
  const { protocol, host, hostname, origin } = new URL(publicUrl)
  const isUsable = isLocal(host) === (protocol === 'http:')
  if (!isUsable && tls && port && !isLocal(`${hostname}:${port}`)) {
    const domain = `${hostname}:${port}`
    return { domain, cmcd_url: `https://${domain}/cmcd`, is_https_missing: false }
  }
  return {
    domain: host,
    cmcd_url: `${origin}/cmcd`,
    is_https_missing: !isUsable && protocol === 'http:',
  }
}
