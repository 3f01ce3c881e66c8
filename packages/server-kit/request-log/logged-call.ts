import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import type { ApiError } from '@playhead/contract-kit/errors.ts'
import { references } from '@playhead/contract-kit/reference.ts'
import type { App } from '../app.ts'
import type { RequestFacts } from '../context.ts'
import { isStorable, storable } from '../http/storable-text.ts'
import type { Caller } from '../identity/caller.ts'
import type { OpenEnvironmentRow } from '../identity/identity.sql.ts'
import { isVisitor } from '../identity/visitor.ts'
import { keptNetwork } from '../identity/where-from.ts'
import { loggedBody } from './logged-body.ts'

/** A longer id matches no object. */
const idMaxLength = 64
const pathMaxLength = 2048
const userAgentMaxLength = 200

const logged = /^\/(video|data|system)\/v1\//

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

const known = (caller: Caller) => {
  if (caller.kind === 'person') {
    // Visitors of a public demo learn nothing of each other.
    if (isVisitor(caller.session)) return undefined
    const { user_id: id, first_name: first, last_name: last, email } = caller.session
    return { kind: 'user', id, name: `${first} ${last}`.trim() || email } as const
  }
  const token = caller.kind === 'token' ? caller.token : caller.closedToken
  return token && ({ kind: 'token', id: token.id, name: token.name } as const)
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type KnownCaller = NonNullable<ReturnType<typeof known>>

/** Calls `onEnvironment` if the caller may open the environment that the request names. */
type FindEnvironment = (onEnvironment: (found: OpenEnvironmentRow) => void) => Promise<unknown>

type LoggedEnvironment = Pick<OpenEnvironmentRow, 'id' | 'log_bodies' | 'log_every_call_until'>

interface Asked {
  endpoint: Endpoint
  request: RequestFacts
  path: string
  params: Record<string, string>
}

interface Outcome {
  status: number
  answer?: unknown
  refusal?: ApiError
}

/**
 * A call on its way through the pipeline: what is known of it grows, and when it ends it is logged if it changed
 * something, was meant to, is a failed read of a program, or every call of its environment is logged. The response does not wait for it.
 */
export class LoggedCall {
  readonly #app: App
  readonly #asked: Asked
  readonly #startedAt = performance.now()
  readonly #createdAt: Date
  #caller: Caller = { kind: 'nobody' }
  #environment: LoggedEnvironment | undefined
  #text = ''
  #isAdmitted = false
  #durationMs = 0
  #find: FindEnvironment | undefined

  constructor(app: App, asked: Asked) {
    this.#app = app
    this.#asked = asked
    this.#createdAt = app.clock.now()
  }

  /** A token belongs to an environment, also one that was revoked. */
  isBy(caller: Caller) {
    this.#caller = caller
    const token = caller.kind === 'token' ? caller.token : undefined
    const closed = caller.kind === 'nobody' ? caller.closedToken : undefined
    const known = token ?? closed
    this.#environment = known && { ...known, id: known.environment_id }
  }

  /** The caller may open the environment, although not always for this call. */
  isIn(environment: OpenEnvironmentRow) {
    this.#environment = environment
  }

  /** Until the call is admitted, only this finds the environment of a person. */
  isFoundBy(find: FindEnvironment) {
    this.#find = find
  }

  /** The caller did not ask too often. */
  isAdmitted() {
    this.#isAdmitted = true
  }

  hasBody(text: string) {
    this.#text = text
  }

  /** A call never fails because it cannot be logged. */
  ended(outcome: Outcome) {
    this.#durationMs = Math.round(performance.now() - this.#startedAt)
    try {
      this.#log(outcome)
    } catch (error) {
      this.#app.log.error('a call could not be logged', {
        request_id: this.#asked.request.id,
        error,
      })
    }
  }

  #log(outcome: Outcome) {
    const { endpoint } = this.#asked
    const { requestLog, clock, afterResponse } = this.#app
    const caller = known(this.#caller)
    if (!caller || !logged.test(endpoint.path) || endpoint.access.kind !== 'environment') return
    const isLimited = !this.#isAdmitted && outcome.refusal?.code === 'too_many_requests'
    if (!isLimited) return this.#write(caller, outcome)
    // A person's read is rarely logged, so it must not take the turn of a change.
    const isRead = endpoint.method === 'GET' && caller.kind === 'user'
    if (!requestLog.isFirstRefusal(isRead ? `${caller.id} reads` : caller.id, clock.now())) return
    const find = this.#find
    if (this.#environment || !find) return this.#write(caller, outcome)
    // Looking up the environment is the work that the limit saves, but once a minute it costs little.
    afterResponse.run('the log of a call that was refused for its frequency', async () => {
      await find((found) => this.isIn(found)).catch(() => {})
      this.#write(caller, outcome)
    })
  }

  #write(caller: KnownCaller, { status, answer, refusal }: Outcome) {
    const { endpoint, request, path, params } = this.#asked
    const environment = this.#environment
    if (!environment) return
    const isFailedRead = caller.kind === 'token' && status >= 400
    const everyCallUntil = environment.log_every_call_until?.getTime() ?? 0
    const isEveryCall = this.#createdAt.getTime() < everyCallUntil
    if (endpoint.method === 'GET' && !isFailedRead && !isEveryCall) return
    const object = namedObject(endpoint, params) ?? madeObject(endpoint, answer)
    this.#app.requestLog.add({
      environment_id: environment.id,
      created_at: this.#createdAt.toISOString(),
      id: randomUUID(),
      method: endpoint.method,
      path: storable(path.slice(0, pathMaxLength)),
      route: endpoint.path,
      status,
      error_type: refusal?.code ?? '',
      request_id: request.id,
      duration_ms: this.#durationMs,
      caller_kind: caller.kind,
      caller_id: caller.id,
      caller_name: caller.name,
      ip_prefix: keptNetwork(request.ip),
      user_agent: storable(request.userAgent.slice(0, userAgentMaxLength)),
      object_type: object?.type ?? '',
      object_id: object?.id ?? '',
      request_body:
        !environment.log_bodies || endpoint.body === nothing || this.#text === ''
          ? ''
          : loggedBody(endpoint.body, jsonOf(this.#text)),
      response_body:
        !environment.log_bodies || answer === undefined ? '' : loggedBody(endpoint.returns, answer),
      error: refusal ? JSON.stringify(refusal.body.error) : '',
    })
  }
}
