import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Endpoint, Method } from '@playhead/contract-kit/endpoint.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '../app.ts'
import type { RequestFacts } from '../context.ts'
import type { Feature } from '../feature.ts'
import { type Caller, recogniseCaller } from '../identity/caller.ts'
import { isVisitor } from '../identity/visitor.ts'
import { readCookies } from '../identity/cookies.ts'
import type { Implemented } from '../implement.ts'
import { LoggedCall } from '../request-log/logged-call.ts'
import { type AllowedHosts, allowedHosts } from './allowed-hosts.ts'
import { callerAddress } from './caller-address.ts'
import { acceptsCsv, csvHeaders, csvOf } from './csv.ts'
import { type FileToSend, fileHeaders } from './file-headers.ts'
import { isGone } from './is-gone.ts'
import { defaultRateLimit, type RateLimit, RateLimiter } from './rate-limit.ts'
import { hideSecrets } from './hide-secrets.ts'
import { isRepeatedInVain, refusalOf } from './refusal-of.ts'
import { resolveAccess } from './resolve-access.ts'
import { refuseForeignOrigin } from './trusted-origin.ts'
import { validResponse, validBody, validParams, validQuery } from './validate.ts'

type Variables = { requestId: string }
type ApiHono = Hono<{ Variables: Variables }>

const apiPrefixes = ['/ui/v1', '/data/v1', '/video/v1', '/system/v1'] as const
const bodyMaxBytes = 1_048_576
const requestFacts = (
  c: HonoContext<{ Variables: Variables }>,
  app: App,
  endpoint: Endpoint,
): RequestFacts => ({
  id: c.get('requestId'),
  ip: callerAddress(c, app.settings),
  userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
  cookies: readCookies(c.req.header('cookie')),
  header: (name) => c.req.header(name),
  get signal() {
    const { signal } = c.req.raw
    // One request may run a dozen database queries, each with a listener.
    setMaxListeners(0, signal)
    return signal
  },
  format: endpoint.csv && acceptsCsv(c.req.header('accept')) ? 'csv' : 'json',
  setCookie: (cookie) => c.header('set-cookie', cookie, { append: true }),
})

/** The conventional status for a client that closed the request. */
const goneStatus = 499

/** The client has disconnected and will not read this response. */
const answerGone = (c: HonoContext) => c.body(null, goneStatus as 400)

const errorResponse = (c: HonoContext<{ Variables: Variables }>, app: App, error: unknown) => {
  if (!(error instanceof ApiError) && isGone(c)) return answerGone(c)
  const refusal = refusalOf(error)
  const isFault = refusal.status >= 500 && refusal.code !== 'read_only'
  if (isFault || refusal.code === 'query_too_costly')
    app.log.error('request failed', {
      request_id: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      error: refusal.detail.cause ?? refusal,
    })
  if (refusal.detail.retryAfterSeconds)
    c.header('retry-after', String(refusal.detail.retryAfterSeconds))
  if (isRepeatedInVain(refusal)) c.header('x-should-retry', 'false')
  c.header('cache-control', 'no-store')
  return c.json(refusal.body, refusal.status as 400)
}

const isVisitorCaller = (caller: Caller) => caller.kind === 'person' && isVisitor(caller.session)

/** Anonymous callers, including those that guess tokens, are limited by network. */
const limitKey = (caller: Caller, request: RequestFacts) => {
  if (isVisitorCaller(caller)) return `visitors ${networkOf(request.ip)}`
  if (caller.kind === 'person') return `session ${caller.session.id}`
  return caller.kind === 'token' ? `token ${caller.token.id}` : `network ${networkOf(request.ip)}`
}

interface Gate {
  limiter: RateLimiter
  rateLimit: RateLimit
  hosts: AllowedHosts
}

const handle =
  (app: App, gate: Gate, one: Implemented) => async (c: HonoContext<{ Variables: Variables }>) => {
    const { endpoint } = one
    const request = requestFacts(c, app, endpoint)
    const call = new LoggedCall(app, { endpoint, request, path: c.req.path, params: c.req.param() })
    let answer: unknown
    try {
      answer = await answerOf(c, app, gate, one, { request, call })
    } catch (error) {
      const refusal = refusalOf(error)
      const isAborted = refusal.code === 'internal' && isGone(c)
      call.ended(isAborted ? { status: goneStatus } : { status: refusal.status, refusal })
      throw error
    }
    call.ended({ status: endpoint.status, answer: hasJson(endpoint) ? answer : undefined })
    return respond(c, endpoint, request, answer)
  }

const hasJson = ({ status, file }: Endpoint) => status !== 204 && !file

const answerOf = async (
  c: HonoContext<{ Variables: Variables }>,
  app: App,
  { limiter, rateLimit, hosts }: Gate,
  { endpoint, handler }: Implemented,
  { request, call }: { request: RequestFacts; call: LoggedCall },
) => {
  const search = new URL(c.req.url).searchParams
  // Public endpoints do not check credentials, so an Authorization header proves nothing about the sender.
  const authorization =
    endpoint.access.kind === 'anyone' ? undefined : request.header('authorization')
  refuseForeignOrigin(endpoint.method, request, authorization, hosts)
  const caller = await recogniseCaller(app, {
    authorization,
    cookies: request.cookies,
    ip: request.ip,
  })
  call.isBy(caller)
  call.isFoundBy((found) => resolveAccess(app, endpoint, caller, request, search, found))
  const left = limiter.take(limitKey(caller, request))
  c.header('x-ratelimit-limit', String(rateLimit.burst))
  c.header('x-ratelimit-remaining', String(left))
  call.isAdmitted()
  const context = await resolveAccess(app, endpoint, caller, request, search, (found) =>
    call.isIn(found),
  )
  const params = validParams(endpoint, c.req.param())
  const query = validQuery(endpoint, search)
  const text = endpoint.method === 'GET' ? '' : await c.req.text()
  call.hasBody(text)
  const given = await handler({
    ...context,
    app,
    request,
    params,
    query,
    body: validBody(endpoint, text),
  } as never)
  if (!hasJson(endpoint)) return given
  const answer = validResponse(endpoint, given)
  return isVisitorCaller(caller) ? hideSecrets(endpoint.returns, answer) : answer
}

const respond = (
  c: HonoContext<{ Variables: Variables }>,
  endpoint: Endpoint,
  request: RequestFacts,
  answer: unknown,
) => {
  c.header('cache-control', 'no-store')
  if (endpoint.status === 204) return c.body(null, 204)
  if (endpoint.file) {
    const file = answer as FileToSend
    return c.body(file.bytes, 200, fileHeaders(endpoint.file, file))
  }
  return request.format === 'csv'
    ? c.body(csvOf(endpoint, answer as object), 200, csvHeaders(endpoint))
    : c.json(answer as object, endpoint.status)
}

const methodsByPath = (implemented: readonly Implemented[]) => {
  const methods = new Map<string, Method[]>()
  for (const { endpoint } of implemented)
    methods.set(endpoint.path, [...(methods.get(endpoint.path) ?? []), endpoint.method])
  return methods
}

/** Mounts every endpoint of every feature on one router. */
export const createApi = (
  app: App,
  features: readonly Feature[],
  rateLimit: RateLimit = defaultRateLimit,
): ApiHono => {
  const api: ApiHono = new Hono()
  const gate: Gate = {
    limiter: new RateLimiter(rateLimit, app.clock),
    rateLimit,
    hosts: allowedHosts(app.settings),
  }
  api.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.header('x-request-id', c.get('requestId'))
    await next()
  })
  api.onError((error, c) => errorResponse(c, app, error))
  const limitBody = bodyLimit({
    maxSize: bodyMaxBytes,
    onError: (c) => errorResponse(c, app, new ApiError('payload_too_large')),
  })
  const implemented = features.flatMap((feature) => feature.endpoints)
  for (const one of implemented)
    api.on(one.endpoint.method, one.endpoint.path, limitBody, handle(app, gate, one))
  for (const [path, methods] of methodsByPath(implemented))
    api.all(path, (c) => {
      c.header('allow', methods.join(', '))
      return errorResponse(c, app, new ApiError('method_not_allowed'))
    })
  for (const prefix of apiPrefixes)
    api.all(`${prefix}/*`, (c) => errorResponse(c, app, new ApiError('not_found')))
  return api
}
