import { expect, test } from 'vitest'
import { creationRefusal } from './creation-limit.ts'

const facts = { count: 2, limit: -1, marketplaceType: null, plan: 'Pro' }
const contactSupport =
  "You've reached the maximum number of environments that you can create. Please contact our support team for assistance."
const upgrade = 'Upgrade your plan to create more environments.'

test('ACCT-048 environments can be created below the limit and without one', () => {
  expect(creationRefusal(facts)).toBeUndefined()
  expect(creationRefusal({ ...facts, limit: 3 })).toBeUndefined()
})

test('ACCT-048 ACCT-050 creation is refused at the limit and to marketplace organizations', () => {
  expect(creationRefusal({ ...facts, limit: 2 })).toBe(contactSupport)
  expect(creationRefusal({ ...facts, limit: 1 })).toBe(contactSupport)
  expect(creationRefusal({ ...facts, marketplaceType: 'vercel' })).toBe(contactSupport)
})

test('ACCT-049 on the Free plan an upgrade is the way on', () => {
  expect(creationRefusal({ ...facts, plan: 'Free', limit: 2 })).toBe(upgrade)
  expect(creationRefusal({ ...facts, plan: 'Free', marketplaceType: 'vercel' })).toBe(upgrade)
})
