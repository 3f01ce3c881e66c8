import { z } from 'zod/mini'
import { ClickHouseUnavailable } from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'

export const products = ['video', 'data', 'system'] as const
export type Product = (typeof products)[number]

const Thing = z.object({ id: z.uuid(), name: z.string(), key: secret(z.string()) })

const endpointsOf = (product: Product) =>
  endpoints({
    create: post(`/${product}/v1/things`, {
      access: scoped(`${product}:write`),
      summary: 'Make a thing, or fail as the name says',
      body: z.object({ name: z.string(), key: z.optional(secret(z.string())) }),
      returns: dataOf(Thing),
      status: 201,
    }),
    change: put(`/${product}/v1/things/:id`, {
      access: scoped(`${product}:write`, { admin: true }),
      summary: 'Change a thing',
      params: z.object({ id: ref('asset') }),
      returns: nothing,
    }),
    read: get(`/${product}/v1/things/:id`, {
      access: scoped(`${product}:read`),
      summary: 'Read a thing that is not there',
      params: z.object({ id: ref('asset') }),
      returns: dataOf(Thing),
    }),
    list: get(`/${product}/v1/things`, {
      access: scoped(`${product}:read`),
      summary: 'List things',
      returns: z.object({ data: z.array(Thing) }),
    }),
  })

const failures: Record<string, () => Error> = {
  conflict: () => new ApiError('payment_required'),
  crash: () => new TypeError('undefined is not a function'),
  away: () => new ClickHouseUnavailable('ClickHouse does not answer.'),
}

const fail = (name: string) => {
  const failure = failures[name]
  if (failure) throw failure()
}

export const thingId = '0f5a3f2e-1111-4222-8333-444455556666'

/** One feature for each product, whose calls end as the test asks. */
export const callFeatures = products.map((product) =>
  feature(`things of ${product}`, {
    endpoints: [
      implement(endpointsOf(product), {
        create: async ({ body }) => {
          fail(body.name)
          return { data: { id: thingId, name: body.name, key: 'the answered secret' } }
        },
        change: async () => undefined,
        read: async () => {
          throw new ApiError('not_found')
        },
        list: async () => ({ data: [] }),
      }),
    ],
  }),
)
