import type { Context, Hono } from 'hono'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { callerAddress } from '@playhead/server-kit/http/caller-address.ts'
import { isGone } from '@playhead/server-kit/http/is-gone.ts'
import { refusalOf } from '@playhead/server-kit/http/refusal-of.ts'

export type PlaybackHandler = (
  request: Request,
  params: Record<string, string>,
  /** The viewer's network: networks take turns. */
  network: string,
) => Promise<Response>

/** Players run on any site, and these responses never depend on a cookie. */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, etag',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
} as const

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*, range, cache-control, authorization',
  'access-control-max-age': '86400',
} as const

const answerRefusal = (app: App, c: Context, error: unknown) => {
  if (isGone(c)) return new Response(null, { status: 499 })
  const refusal = refusalOf(error)
  const isBusy = refusal.code === 'unavailable' && refusal.detail.cause === undefined
  if (refusal.status >= 500 && !isBusy)
    app.log.error('playback failed', { path: c.req.path, error: refusal.detail.cause ?? refusal })
  const { error: body } = refusal.body
  return Response.json(
    { error: { ...body, message: body.messages[0], code: refusal.status } },
    {
      status: refusal.status,
      headers: {
        'cache-control': 'no-store',
        ...(refusal.detail.retryAfterSeconds && {
          'retry-after': String(refusal.detail.retryAfterSeconds),
        }),
      },
    },
  )
}

const withHeaders = (response: Response, headers: Record<string, string>) => {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

/**
 * Mounts an address that players and other sites request: GET, HEAD and the CORS preflight. `path`
 * begins with `/:id{${playbackIdPattern}}` or is an address that no page of the dashboard has.
 */
export const mountPlaybackRoute = (
  server: Hono,
  app: App,
  path: string,
  handler: PlaybackHandler,
) => {
  server.on(['GET', 'HEAD'], path, async (c) => {
    const network = networkOf(callerAddress(c, app.settings))
    const params = c.req.param() as Record<string, string>
    const answer = await handler(c.req.raw, params, network).catch((error: unknown) =>
      answerRefusal(app, c, error),
    )
    return withHeaders(answer, openHeaders)
  })
  server.on('OPTIONS', path, () =>
    withHeaders(new Response(null, { status: 204 }), { ...openHeaders, ...preflightHeaders }),
  )
}

export const playbackIdPattern = '[A-Za-z0-9]{20,64}'
