import { expect, test } from 'vitest'
import { describeScopes, noPermissions, offeredProducts, scopesOf } from './permissions.ts'

test('ACCT-066 ACCT-068 a chosen product is always readable, writing comes on top', () => {
  expect(scopesOf(noPermissions)).toEqual([])
  expect(scopesOf({ ...noPermissions, video: 'read' })).toEqual(['video:read'])
  expect(scopesOf({ video: 'write', data: 'read', system: 'write' })).toEqual([
    'video:read',
    'video:write',
    'data:read',
    'system:read',
    'system:write',
  ])
})

test('ACCT-067 System is offered only with the in-app viewer counts feature', () => {
  expect(offeredProducts(true)).toEqual(['video', 'data', 'system'])
  expect(offeredProducts(false)).toEqual(['video', 'data'])
})

test('ACCT-054 permissions are listed by product', () => {
  expect(describeScopes(['data:read', 'video:write', 'video:read'])).toEqual([
    { product: 'Video', rights: ['Read', 'Write'] },
    { product: 'Data', rights: ['Read'] },
  ])
})
