import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { context } from '../../fixtures/testing-replay.ts'
import { KnownContexts } from './known-contexts.ts'

const from = (userAgent: string) => ({ headers: { 'user-agent': userAgent } }) as IncomingMessage

test('a viewer is described once, but endless headers are not kept', () => {
  let described = 0
  const contexts = new KnownContexts(() => {
    described += 1
    return { ...context }
  })
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0'
  const first = contexts.of(from(browser), '203.0.113.7')
  expect(contexts.of(from(browser), '203.0.113.7')).toBe(first)
  expect(described).toBe(1)
  const endless = contexts.of(from('x'.repeat(14_000)), '203.0.113.7')
  expect(contexts.of(from('x'.repeat(14_000)), '203.0.113.7')).not.toBe(endless)
})
