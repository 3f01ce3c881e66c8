import type { MiddlewareHandler } from 'hono'
import { parseHost } from '@playhead/server-kit/http/host-name.ts'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'

const originOf = (url: string) => new URL(url).origin

/** Older versions of Safari do not take `'self'` to include the WebSockets of the same host; policies know no IPv6. */
const ownSockets = (host: string | undefined) =>
  host && !host.startsWith('[') && parseHost(host) ? `ws://${host} wss://${host}` : ''

/** No inline script anywhere. Inline styles are allowed: the style attribute positions menus and charts. */
const contentPolicy = (settings: Settings, host: string | undefined) => {
  const captcha = settings.captcha ? settings.captcha.scriptUrls.map(originOf).join(' ') : ''
  return [
    "default-src 'self'",
    `script-src 'self' ${captcha}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Players create media segments in the page, as blobs.
    "media-src 'self' blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ownSockets(host), captcha].filter(Boolean).join(' '),
    `frame-src ${captcha || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const securityHeaders = (settings: Settings): MiddlewareHandler => {
  const open: Record<string, string> = { 'x-content-type-options': 'nosniff' }
  if (settings.publicUrl.startsWith('https:'))
    open['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  const headers = {
    ...open,
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
  }
  return async (c, next) => {
    await next()
    const answered = c.res.headers
    // Pages made to be embedded in other sites set a separate policy.
    const isOpen = answered.has('content-security-policy')
    for (const [name, value] of Object.entries(isOpen ? open : headers)) answered.set(name, value)
    if (!isOpen)
      answered.set('content-security-policy', contentPolicy(settings, c.req.header('host')))
  }
}
