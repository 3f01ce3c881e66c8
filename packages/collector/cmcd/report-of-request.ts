import type { IncomingHttpHeaders } from 'node:http'

const headerNames = ['cmcd-request', 'cmcd-object', 'cmcd-status', 'cmcd-session']

/** The report in the URL or headers of a request without a body: the request mode of the standard. */
export const reportOfRequest = (request: {
  url?: string | undefined
  headers: IncomingHttpHeaders
}): string | null => {
  const { url = '', headers } = request
  const query = url.indexOf('?')
  const fromQuery = query < 0 ? [] : new URLSearchParams(url.slice(query + 1)).getAll('CMCD')
  if (fromQuery.length > 0) return fromQuery.join('\n')
  const parts = headerNames.flatMap((name) => headers[name] ?? [])
  return parts.length > 0 ? parts.join(',') : null
}
