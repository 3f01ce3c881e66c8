import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { del, get, nothing, post } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import { call, callUrl, setApiOrigin } from './call.ts'
import { isCallError, thrownError } from './call-error.ts'
import { pathTenant } from '../session/tenant.ts'
import { sessionStore } from '../session/session-store.ts'
import { aSession, ids, stopScreens } from '../testing.tsx'
import { type ApiHandlers, startApi } from '../testing-server.ts'

const Thing = z.object({ thing_id: z.string(), free: z.record(z.string(), z.unknown()) })
const list = get('/ui/v1/things', {
  access: signedIn,
  summary: 'Things',
  query: z.object({ order_by: z.optional(z.string()), ids: z.optional(z.array(z.string())) }),
  returns: z.object({ data: z.array(Thing), total_row_count: z.int() }),
})
const create = post('/ui/v1/things/:thing_id/parts', {
  access: signedIn,
  summary: 'Create',
  params: z.object({ thing_id: z.string() }),
  body: z.object({ part_name: z.string(), free: z.record(z.string(), z.unknown()) }),
  returns: z.object({ data: Thing }),
  status: 201,
})
const remove = del('/ui/v1/things', { access: signedIn, summary: 'Remove', returns: nothing })

const servers: (() => Promise<void>)[] = []
const start = async (handlers: ApiHandlers) => {
  const api = await startApi(handlers)
  servers.push(api.stop)
  setApiOrigin(api.origin)
  return api
}

afterEach(async () => {
  for (const stop of servers.splice(0)) await stop()
  await stopScreens()
})

const failureOf = async (promise: Promise<unknown>) => {
  try {
    await promise
  } catch (error) {
    if (isCallError(error)) return error
    throw error
  }
  throw new Error('The call did not fail')
}

const arrived = async (api: { requests: unknown[] }) => {
  await expect.poll(() => api.requests.length).toBeGreaterThan(0)
}

const emptyList = { body: { data: [], total_row_count: 0 } }

describe('what a call sends', () => {
  test('SHELL-121 bodies go out in snake_case, answers come back in camelCase, free keys untouched', async () => {
    const api = await start({
      'POST /ui/v1/things/a%20b/parts': {
        status: 201,
        body: { data: { thing_id: 't', free: { custom_1: 2 } } },
      },
    })
    const answer = await call(create, {
      params: { thingId: 'a b' },
      body: { partName: 'Lens', free: { some_key: 1, otherKey: 2 } },
    })
    expect(api.requests[0]?.body).toEqual({
      part_name: 'Lens',
      free: { some_key: 1, otherKey: 2 },
    })
    expect(answer).toEqual({ data: { thingId: 't', free: { custom_1: 2 } } })
  })

  test('SHELL-119 SHELL-120 organization and environment go along as headers and as a query parameter', async () => {
    const api = await start({ 'GET /ui/v1/things': emptyList })
    pathTenant.set({ organizationId: ids.organization, environmentId: ids.environment })
    await call(list, { query: { orderBy: 'name' } })
    expect(api.requests[0]?.headers).toMatchObject({
      'x-organization-id': ids.organization,
      'x-environment-id': ids.environment,
      'x-requested-with': 'playhead',
    })
    expect(api.requests[0]?.search.get('environment_id')).toBe(ids.environment)
    expect(api.requests[0]?.search.get('order_by')).toBe('name')
  })

  test('SHELL-119 a path without ids uses the organization and environment of the session', async () => {
    const api = await start({ 'GET /ui/v1/things': emptyList })
    sessionStore.dispatch({ type: 'userSessionLoaded', session: aSession() })
    await call(list)
    expect(api.requests[0]?.headers['x-organization-id']).toBe(ids.organization)
    expect(api.requests[0]?.headers['x-environment-id']).toBe(ids.environment)
  })

  test('AUTH-023 AUTH-024 a captcha token travels in its header, without one the header is absent', async () => {
    const api = await start({ 'GET /ui/v1/things': emptyList })
    await call(list, { captchaToken: 'proof' })
    await call(list)
    expect(api.requests[0]?.headers['x-captcha-token']).toBe('proof')
    expect(api.requests[1]?.headers).not.toHaveProperty('x-captcha-token')
  })

  test('SHELL-126 lists travel in bracket form, up to 1000 entries', () => {
    const tenant = { organizationId: undefined, environmentId: undefined }
    const many = Array.from({ length: 1000 }, (_, index) => String(index))
    const search = new URLSearchParams(
      callUrl(list, { query: { ids: many } }, tenant).split('?')[1],
    )
    expect(search.getAll('ids[]')).toEqual(many)
    expect(() => callUrl(list, { query: { ids: [...many, 'x'] } }, tenant)).toThrow(RangeError)
  })

  test('SHELL-122 the session cookie goes with every call', async () => {
    const seen: (RequestCredentials | undefined)[] = []
    const real = globalThis.fetch
    await start({ 'GET /ui/v1/things': emptyList })
    globalThis.fetch = (input, init) => {
      seen.push(init?.credentials)
      return real(input, init)
    }
    try {
      await call(list)
      setApiOrigin('')
      await failureOf(call(list, { quiet: true }))
    } finally {
      globalThis.fetch = real
    }
    expect(seen).toEqual(['include', 'same-origin'])
  })

  test('an answer without a body is undefined', async () => {
    await start({ 'DELETE /ui/v1/things': { status: 204 } })
    expect(await call(remove)).toBeUndefined()
  })
})

describe('how a call ends', () => {
  test('SHELL-101 a cancelled call has type request_cancelled', async () => {
    const api = await start({ 'GET /ui/v1/things': { ...emptyList, afterMs: 2000 } })
    const controller = new AbortController()
    const error = failureOf(call(list, { signal: controller.signal }))
    await arrived(api)
    controller.abort()
    expect(await error).toMatchObject({
      type: 'request_cancelled',
      messages: ['Request Cancelled'],
      isUnload: false,
    })
  })

  test('SHELL-124 a repeated GET cancels the earlier one only when de-duplication is on', async () => {
    const api = await start({ 'GET /ui/v1/things': { ...emptyList, afterMs: 300 } })
    const earlier = failureOf(call(list, { dedupe: true }))
    await arrived(api)
    const later = call(list, { dedupe: true })
    expect(await earlier).toMatchObject({ type: 'request_cancelled' })
    expect(await later).toEqual({ data: [], totalRowCount: 0 })
    const both = await Promise.all([call(list), call(list)])
    expect(both).toHaveLength(2)
  })

  test('SHELL-124 a GET to another URL is left alone', async () => {
    await start({ 'GET /ui/v1/things': { ...emptyList, afterMs: 50 } })
    const one = call(list, { dedupe: true, query: { orderBy: 'a' } })
    const two = call(list, { dedupe: true, query: { orderBy: 'b' } })
    expect(await Promise.all([one, two])).toHaveLength(2)
  })

  test('SHELL-125 a call that ends because the page goes away is tagged so', async () => {
    const api = await start({ 'GET /ui/v1/things': { ...emptyList, afterMs: 2000 } })
    const error = failureOf(call(list))
    await arrived(api)
    window.dispatchEvent(new Event('pagehide'))
    expect(await error).toMatchObject({ type: 'request_cancelled', isUnload: true })
    window.dispatchEvent(new Event('pageshow'))
  })

  test('SHELL-100 a server that cannot be reached is a network error', async () => {
    const api = await startApi({})
    await api.stop()
    setApiOrigin(api.origin)
    const error = await failureOf(call(list, { quiet: true }))
    expect(error.messages).toEqual(['Request Failed'])
    expect(error.status).toBeUndefined()
  })

  test('SHELL-101 SHELL-102 timeouts, network errors, program errors and other thrown values are distinguished', () => {
    expect(thrownError(new Error('x'), 'timeout')).toMatchObject({
      type: 'request_timeout',
      messages: ['Request Timed Out'],
    })
    expect(thrownError(new TypeError('Failed to fetch'), undefined).type).toBe('network_error')
    expect(thrownError(new RangeError('x'), undefined).type).toBe('axios_client_error')
    expect(thrownError('nothing known', undefined).messages).toEqual(['Unhandled Error'])
  })

  test('SHELL-098 an error answer rejects with what the server said', async () => {
    await start({
      'GET /ui/v1/things': {
        status: 403,
        body: { error: { type: 'forbidden', messages: ['You may not.'] } },
      },
    })
    expect(await failureOf(call(list, { quiet: true }))).toMatchObject({
      status: 403,
      type: 'forbidden',
      messages: ['You may not.'],
    })
  })

  test('a refused change of an environment says where it is in the log of calls', async () => {
    const change = (path: string) =>
      del(path, { access: signedIn, summary: 'Remove', returns: nothing })
    const refused = {
      status: 409,
      headers: { 'x-request-id': 'request-1' },
      body: { error: { type: 'forbidden', messages: ['No.'] } },
    }
    await start({
      'DELETE /video/v1/things': refused,
      'DELETE /ui/v1/things': refused,
      'GET /ui/v1/things': refused,
    })
    const hrefOf = async (promise: Promise<unknown>) => (await failureOf(promise)).logHref
    expect(await hrefOf(call(change('/video/v1/things'), { quiet: true }))).toBeUndefined()
    pathTenant.set({ organizationId: ids.organization, environmentId: ids.environment })
    expect(await hrefOf(call(change('/video/v1/things'), { quiet: true }))).toBe(
      `/organizations/${ids.organization}/environments/${ids.environment}/activity/logs?request_id=request-1`,
    )
    expect(await hrefOf(call(remove, { quiet: true }))).toBeUndefined()
    expect(await hrefOf(call(list, { quiet: true }))).toBeUndefined()
  })

  test('KIT-032 a write refused as read_only switches the read-only mode on', async () => {
    sessionStore.dispatch({ type: 'userSessionLoaded', session: aSession() })
    await start({
      'DELETE /ui/v1/things': {
        status: 503,
        body: { error: { type: 'read_only', messages: ['Read-only.'] } },
      },
    })
    await failureOf(call(remove, { quiet: true }))
    expect(sessionStore.getState().session?.readOnly).toBe(true)
  })
})
