import { expect, test } from 'vitest'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { features } from '../../apps/server/features.ts'
import { definitionOf } from '../security/sample-input.ts'
import { type Operation, operations, reasonOf, resources } from './resources.ts'

const endpoints = features.flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))

/** The rows of a list have an id; responses with a single object are no lists. */
const listsThings = ({ returns }: Endpoint) => {
  const data = definitionOf(returns).shape?.data
  const row = data && definitionOf(data).element
  return row !== undefined && 'id' in (definitionOf(row).shape ?? {})
}

const standsAt = (method: Operation, address: string) =>
  endpoints.find(
    (endpoint) =>
      endpoint.method === method &&
      endpoint.path.startsWith(`${address}/:`) &&
      !endpoint.path.slice(address.length + 1).includes('/'),
  )

test('SHELL-127 every resource that can be created and listed has each operation, or a reason why not', () => {
  const addresses = endpoints
    .filter(({ method }) => method === 'POST')
    .flatMap(({ path }) => endpoints.find((one) => one.method === 'GET' && one.path === path) ?? [])
    .filter(listsThings)
  expect(addresses.map(({ path }) => path).toSorted()).toEqual(
    resources.map(({ address }) => address).toSorted(),
  )
  const problems = resources.flatMap((resource) =>
    operations.flatMap((operation) => {
      const isThere = standsAt(operation, resource.address) !== undefined
      const reason = reasonOf(resource, operation)
      if (!isThere && !reason) return `${operation} ${resource.address}/:id is not there`
      return isThere && reason ? `${operation} ${resource.address}/:id is there: ${reason}` : []
    }),
  )
  const pageless = addresses
    .filter(
      ({ query }) => !['page', 'limit'].every((name) => name in (definitionOf(query).shape ?? {})),
    )
    .map(({ path }) => `GET ${path} has no pages`)
  expect([...problems, ...pageless]).toEqual([])
})

test('SHELL-127 PUT and PATCH of a resource need the same access', () => {
  const accesses = resources.flatMap(({ address }) => {
    const [put, patch] = [standsAt('PUT', address), standsAt('PATCH', address)]
    return put && patch ? [{ address, put: put.access, patch: patch.access }] : []
  })
  expect(accesses.length).toBeGreaterThan(8)
  expect(accesses.map(({ patch }) => patch)).toEqual(accesses.map(({ put }) => put))
})
