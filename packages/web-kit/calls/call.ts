import {
  type CamelInput,
  type CamelOutput,
  toCamel,
  toSnake,
} from '@playhead/contract-kit/case-seam.ts'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { writeQuery } from '@playhead/contract-kit/query-string.ts'
import { responseError, CallError, failureOf, thrownError } from './call-error.ts'
import { handleCallError, type Handling } from '../errors/error-order.ts'
import { askForProof } from '../errors/proof.ts'
import { environmentPath } from '../navigation/paths.ts'
import { doubtConnection, noteStatus } from './connection.ts'
import { startRequest } from './requests-in-flight.ts'
import { sessionStore } from '../session/session-store.ts'
import { currentTenant, type Tenant } from '../session/tenant.ts'

/** A part of the input is optional when its schema has no required field. */
type Part<Name extends string, S extends AnySchema> =
  undefined extends CamelInput<S>
    ? { [K in Name]?: undefined }
    : object extends CamelInput<S>
      ? { [K in Name]?: CamelInput<S> }
      : { [K in Name]: CamelInput<S> }

export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

export type CallResponse<E extends Endpoint> = CamelOutput<E['returns']>

export interface CallOptions extends Handling {
  signal?: AbortSignal | undefined
  /** A newer GET to the same URL cancels this one. SHELL-124 */
  dedupe?: boolean
  captchaToken?: string | undefined
  tenant?: Tenant
  /** It is sent to its end also when the page is left; for small bodies. */
  isKeptAlive?: boolean
}

/** All parts, for code that does not know which endpoint it calls. */
export interface LooseInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Optional as a whole when no part is required. */
export type CallArguments<E extends Endpoint, More = object> =
  object extends CallInput<E> ? [input?: CallInput<E> & More] : [input: CallInput<E> & More]

export const apiOrigin = { value: '' }

/** Tests serve the API on a separate port; the dashboard and the API share one origin. */
export const setApiOrigin = (origin: string) => {
  apiOrigin.value = origin
}

const fillPath = (path: string, params: Record<string, unknown>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

export const callUrl = (endpoint: Endpoint, input: LooseInput, tenant: Tenant) => {
  const params = (toSnake(endpoint.params, input.params) ?? {}) as Record<string, unknown>
  const query = toSnake(endpoint.query, input.query) as Record<string, unknown> | undefined
  const search = writeQuery({ ...query, environment_id: tenant.environmentId }).toString()
  return fillPath(endpoint.path, params) + (search && `?${search}`)
}

export const headersOf = (tenant: Tenant, hasBody = false, captchaToken?: string) => {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    // Proves that this dashboard sent the request: other sites cannot set the header.
    'X-Requested-With': 'playhead',
  }
  if (hasBody) headers['Content-Type'] = 'application/json'
  if (tenant.organizationId) headers['X-Organization-Id'] = tenant.organizationId
  if (tenant.environmentId) headers['X-Environment-Id'] = tenant.environmentId
  if (captchaToken) headers['X-Captcha-Token'] = captchaToken
  return headers
}

export const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Where the log of calls shows it; reading is not logged. */
const logHrefOf = (
  { method, path }: Endpoint,
  { organizationId, environmentId }: Tenant,
  response: Response,
) => {
  const requestId = response.headers.get('x-request-id')
  const isLogged = method !== 'GET' && /^\/(video|data|system)\/v1\//.test(path)
  return isLogged && requestId && organizationId && environmentId
    ? environmentPath({ organizationId, environmentId }, `activity/logs?request_id=${requestId}`)
    : undefined
}

const send = async (endpoint: Endpoint, input: LooseInput & CallOptions) => {
  const tenant = input.tenant ?? currentTenant()
  const url = callUrl(endpoint, input, tenant)
  const body = toSnake(endpoint.body, input.body)
  const request = startRequest({
    url,
    isReplaceable: endpoint.method === 'GET' && input.dedupe === true,
    signal: input.signal,
  })
  try {
    const response = await fetch(apiOrigin.value + url, {
      method: endpoint.method,
      credentials: apiOrigin.value ? 'include' : 'same-origin',
      headers: headersOf(tenant, body !== undefined, input.captchaToken),
      signal: request.signal,
      ...(input.isKeptAlive && { keepalive: true }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status === 0) throw failureOf('no_response')
    noteStatus(response.status)
    const answer = await readBody(response)
    if (!response.ok)
      throw responseError(response.status, answer, logHrefOf(endpoint, tenant, response))
    return toCamel(endpoint.returns, answer)
  } catch (cause) {
    const abort = request.abortCause()
    const error = thrownError(cause, abort)
    if (error.status === undefined && !abort) doubtConnection()
    throw error
  } finally {
    request.end()
  }
}

/** Sends a call and returns the answer; a failure is normalised but not shown. */
export const callQuietly = async (
  endpoint: Endpoint,
  input: LooseInput & CallOptions = {},
): Promise<unknown> => {
  try {
    return await send(endpoint, input)
  } catch (error) {
    // A refused write anywhere on the page shows that the whole API is read-only. KIT-032
    if (error instanceof CallError && error.type === 'read_only')
      sessionStore.dispatch({ type: 'readOnlyNoticed', readOnly: true })
    if (!(error instanceof CallError) || error.type !== 'proof_required') throw error
    if (await askForProof()) return callQuietly(endpoint, input)
    // Closing the dialog cancels the call; its form still says why nothing was saved.
    throw failureOf('request_cancelled', { cause: error, messages: error.messages })
  }
}

/** Sends a typed call; failures go through the central error handling. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E, CallOptions>
): Promise<CallResponse<E>> => {
  const options: LooseInput & CallOptions = input ?? {}
  try {
    return (await callQuietly(endpoint, options)) as CallResponse<E>
  } catch (error) {
    handleCallError(error as CallError, options)
    throw error
  }
}
