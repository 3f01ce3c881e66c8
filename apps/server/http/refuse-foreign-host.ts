import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { type AllowedHosts, allowedHosts } from '@playhead/server-kit/http/allowed-hosts.ts'
import { type HostName, parseHost } from '@playhead/server-kit/http/host-name.ts'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'

const hostHeaders = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )

/** A request line may hold a whole URL, whose host is then checked too. */
const hostsOfLine = ({ url = '' }: IncomingMessage) =>
  url.startsWith('/') ? [] : [URL.canParse(url) ? new URL(url).host : '']

const malformed = () =>
  new ApiError('invalid_parameters', {
    messages: ['A request must have exactly one valid Host header.'],
  })

const foreign = ({ name }: HostName) =>
  new ApiError('misdirected_request', {
    messages: [
      `This server is not set up for the name ${name}. Its operator can add the name to PLAYHEAD_ALLOWED_HOSTS or set PLAYHEAD_PUBLIC_URL.`,
    ],
  })

const refusalOf = (incoming: IncomingMessage, hosts: AllowedHosts) => {
  const headers = hostHeaders(incoming)
  if (headers.length !== 1) return malformed()
  for (const text of [...headers, ...hostsOfLine(incoming)]) {
    const host = parseHost(text)
    if (!host) return malformed()
    if (!hosts.answers(host)) return foreign(host)
  }
  return undefined
}

const page = (sentence: string) =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Unknown host name | Playhead</title>
<body style="max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem; font: 1rem/1.5 system-ui, sans-serif">
<h1 style="font-size: 1.5rem; line-height: 1.2">Unknown host name</h1>
<p>${sentence}</p>
`

/**
 * An attacker's host name may resolve to this machine: a page under it would share the origin of everything
 * that answers under that name. So all routes after this one answer only under known names.
 */
export const refuseForeignHost = (
  settings: Settings,
): MiddlewareHandler<{ Bindings: HttpBindings }> => {
  const hosts = allowedHosts(settings)
  return async (c, next) => {
    const refusal = refusalOf(c.env.incoming, hosts)
    if (!refusal) return next()
    c.header('cache-control', 'no-store')
    c.header('vary', 'accept')
    const status = refusal.status as 421
    // parseHost accepts no character that has a meaning in HTML.
    return c.req.header('accept')?.includes('text/html')
      ? c.html(page(refusal.message), status)
      : c.json(refusal.body, status)
  }
}
