import { IngestError } from '../ingest-error.ts'

export interface TargetAddress {
  isSecure: boolean
  host: string
  port: number
  application: string
  /** The address as `connect` says it, without the key. */
  tcUrl: string
}

const ports = { 'rtmp:': 1935, 'rtmps:': 443 }
const address = /^(rtmps?:)\/\/([^/?#]+)(\/[^#]*)?$/i

/** Reads an address such as `rtmps://live.example.com:443/app`. Throws for others. */
export const readTargetAddress = (url: string): TargetAddress => {
  const [, scheme = '', authority = '', path = ''] = address.exec(url.trim()) ?? []
  const protocol = scheme.toLowerCase()
  // URL reads hosts of http alone in full.
  const parsed = URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`) : undefined
  const application = path.replace(/^\/+|\/+$/g, '')
  if (
    !parsed ||
    parsed.username ||
    application === '' ||
    !(protocol === 'rtmp:' || protocol === 'rtmps:')
  )
    throw new IngestError('The address is not like rtmp://live.example.com/app.')
  const named = /:(\d+)$/.exec(authority)?.[1]
  const port = named === undefined ? ports[protocol] : Number(named)
  return {
    isSecure: protocol === 'rtmps:',
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port,
    application,
    tcUrl: `${protocol}//${authority}/${application}`,
  }
}
