import { expect, test } from 'vitest'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { errorCatalogue } from '@playhead/contract-kit/errors.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { features } from '../../apps/server/features.ts'
import { RandomNumber } from '../video/random-number.ts'
import { hostileRequest } from './hostile-request.ts'
import { makeTenant, type Tenant } from './tenant.ts'

const requests = howMany('requests', { usual: 400, long: 2500, release: 20_000 })
const seed = Number(process.env.PLAYHEAD_TEST_SEED ?? 1)
/** Requests end sessions and delete their objects, so this many share a tenant before a new one is made. */
const requestsPerTenant = 150
const atOnce = 6

const clickhouse = await makeTestClickHouse()
const { call, database, logLines } = await startTestApp(features, {
  clickhouse,
  // In this mode every endpoint answers.
  settings: { PLAYHEAD_BILLING: 'invoice' },
})
const make = aFactory(database)

const endpoints = features.flatMap((feature) =>
  feature.endpoints.map(({ name, endpoint }) => ({ id: `${feature.name}.${name}`, endpoint })),
)

const callerOf = (endpoint: Endpoint, tenant: Tenant, staff: TestPerson): TestCall => {
  const place = { organization: tenant.organization, environment: tenant.environment }
  const { kind } = endpoint.access
  if (kind === 'anyone') return {}
  if (kind === 'staff') return { as: staff }
  return kind === 'token' || kind === 'environment'
    ? { token: tenant.token }
    : { as: tenant.admin, ...place }
}

interface Told {
  id: string
  request: unknown
  status: number
  logged?: string | undefined
}

const isOneErrorShape = (status: number, body: unknown) => {
  const error = (body as { error?: { type?: string; messages?: unknown[] } }).error
  return (
    error?.type !== undefined &&
    error.type in errorCatalogue &&
    errorCatalogue[error.type as keyof typeof errorCatalogue].status === status &&
    Array.isArray(error.messages)
  )
}

const loggedOf = (requestId: string | null) =>
  requestId ? logLines.findLast((line) => line.includes(requestId))?.slice(0, 1500) : undefined

test(
  `${requests} hostile requests to every contract: none is answered 500, each refusal has the one shape`,
  { timeout: 1_200_000 },
  async () => {
    const random = new RandomNumber(seed)
    const faults: Told[] = []
    const odd: Told[] = []
    const statuses = new Map<number, number>()
    let sent = 0
    while (sent < requests) {
      const tenant = await makeTenant(database)
      const staff = await make.person({ isStaff: true })
      await aViewFactory(clickhouse, tenant.environment)(
        {},
        { country: 'DE' },
        { browser: 'Safari' },
      )
      const batch = Array.from(
        { length: Math.min(requestsPerTenant, requests - sent) },
        (_, index) => {
          const { id, endpoint } = endpoints[(sent + index) % endpoints.length]!
          return { id, endpoint, request: hostileRequest(endpoint, tenant.objects, random) }
        },
      )
      sent += batch.length
      while (batch.length > 0)
        await Promise.all(
          batch.splice(0, atOnce).map(async ({ id, endpoint, request }) => {
            const { path, method, body, headers } = request
            const answer = await call(path, {
              ...callerOf(endpoint, tenant, staff),
              method,
              headers,
              ...(body !== undefined && method !== 'GET' && { body }),
            })
            const { status } = answer
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            const told = { id, request, status }
            if (status === 500)
              faults.push({ ...told, logged: loggedOf(answer.headers.get('x-request-id')) })
            else if (status >= 400 && !isOneErrorShape(status, answer.body)) odd.push(told)
          }),
        )
      await leaveReadOnly()
    }
    const onePerEndpoint = new Map(faults.map((fault) => [fault.id, fault]))
    expect([...onePerEndpoint.values()]).toEqual([])
    expect(odd.slice(0, 5)).toEqual([])
    // Mostly correct requests must often succeed, or only the first check was tested.
    const accepted = [200, 201, 204].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
    expect(accepted).toBeGreaterThan(requests / 20)
    expect(statuses.get(404)).toBeGreaterThan(0)
  },
)

/** A request may have turned it on, and then every later change would be refused. */
const leaveReadOnly = async () => {
  const staff = await make.person({ isStaff: true })
  const body = { read_only: false }
  expect((await call('/ui/v1/operator/read-only', { as: staff, method: 'PUT', body })).status).toBe(
    200,
  )
}
