import type { Context, Hono } from 'hono'
import { ClickHouseUnavailable } from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { DatabaseUnavailable } from '@playhead/postgres/database-unavailable.ts'
import type { App } from '@playhead/server-kit/app.ts'

export type PlaybackHandler = (
  request: Request,
  params: Record<string, string>,
) => Promise<Response>

/** Players stand on any site, and these answers hold nothing that a cookie opened. */
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

const refusalOf = (error: unknown) =>
  error instanceof ApiError
    ? error
    : error instanceof DatabaseUnavailable || error instanceof ClickHouseUnavailable
      ? new ApiError('unavailable', { retryAfterSeconds: 2, cause: error })
      : new ApiError('internal', { cause: error })

const answerRefusal = (app: App, c: Context, error: unknown) => {
  if (c.req.raw.signal.aborted) return new Response(null, { status: 499 })
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
 * An address that players and pages elsewhere ask: GET, HEAD and the browser's question beforehand.
 * `path` begins with `/:id{${playbackIdPattern}}`, so that pages of the dashboard never come here.
 */
export const mountPlaybackRoute = (
  server: Hono,
  app: App,
  path: string,
  handler: PlaybackHandler,
) => {
  server.on(['GET', 'HEAD'], path, async (c) => {
    const answer = await handler(c.req.raw, c.req.param() as Record<string, string>).catch(
      (error: unknown) => answerRefusal(app, c, error),
    )
    return withHeaders(answer, openHeaders)
  })
  server.on('OPTIONS', path, () =>
    withHeaders(new Response(null, { status: 204 }), { ...openHeaders, ...preflightHeaders }),
  )
}

export const playbackIdPattern = '[A-Za-z0-9]{20,64}'
