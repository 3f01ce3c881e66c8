import type { z } from 'zod/mini'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import type { ApiError } from '@playhead/contract-kit/errors.ts'
import { references } from '@playhead/contract-kit/reference.ts'
import { isStorable, storable } from './storable-text.ts'
import type { App } from '../app.ts'
import type { EnvironmentContext, RequestFacts } from '../context.ts'
import { insertRequestLog } from './request-logs.sql.ts'

/** A longer id matches no object and would not fit into an index. */
const idMaxLength = 64
const pathMaxLength = 2048

const logged = /^\/(video|system)\/v1\//

const fieldsOf = (schema: AnySchema) =>
  (schema._zod.def as unknown as { shape?: Record<string, z.ZodMiniType> }).shape ?? {}

/** The type of the created object: `/video/v1/playback-restrictions` gives `playback_restriction`. */
const madeType = (path: string) =>
  path.split('/')[3]!.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')

/** The first object in the path: for a track its asset, because the calls are listed there. */
const namedObject = (endpoint: Endpoint, params: Record<string, string>) => {
  for (const [name, schema] of Object.entries(fieldsOf(endpoint.params))) {
    const kind = references.get(schema)?.kind
    const id = params[name]
    if (kind && id !== undefined && id.length <= idMaxLength && isStorable(id))
      return { type: kind, id }
  }
  return undefined
}

const madeObject = (endpoint: Endpoint, answer: unknown) => {
  const { data } = (answer ?? {}) as { data?: { id?: unknown } }
  return typeof data?.id === 'string' ? { type: madeType(endpoint.path), id: data.id } : undefined
}

const callerOf = ({ caller }: EnvironmentContext) => {
  if (caller.kind === 'token')
    return {
      callerKind: 'token',
      callerId: caller.token.id,
      callerName: caller.token.name,
    } as const
  const { user_id: callerId, first_name: first, last_name: last, email } = caller.session
  return { callerKind: 'user', callerId, callerName: `${first} ${last}`.trim() || email } as const
}

interface Outcome {
  status: number
  answer?: unknown
  refusal?: ApiError
}

/**
 * Logs that a call changed something, or tried to. Bodies are not logged, because they contain URLs with
 * secrets. The response does not wait for it.
 */
export const logCall = (
  app: App,
  endpoint: Endpoint,
  context: Record<string, unknown>,
  {
    request,
    path,
    params,
  }: { request: RequestFacts; path: string; params: Record<string, string> },
  startedAt: number,
  { status, answer, refusal }: Outcome,
) => {
  if (endpoint.method === 'GET' || !logged.test(endpoint.path) || !context['environment']) return
  const tenant = context as unknown as EnvironmentContext
  const entry = {
    method: endpoint.method,
    path: storable(path).slice(0, pathMaxLength),
    status,
    requestId: request.id,
    ...callerOf(tenant),
    object: namedObject(endpoint, params) ?? madeObject(endpoint, answer),
    error: refusal && { ...refusal.body.error },
    durationMs: Math.round(performance.now() - startedAt),
  }
  app.afterResponse.run('log of a call', async () => {
    await insertRequestLog(tenant.environment, entry)
  })
}
