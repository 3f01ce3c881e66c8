import { expect, test } from 'vitest'
import { readinessOf, statusOf } from './readiness.ts'

test('SHELL-069 a server without complaints is operational in every part', () => {
  const data = readinessOf([])
  expect(data.parts.every(({ isReady }) => isReady)).toBe(true)
  expect(statusOf({ isError: false, data })).toBe('All parts are operational.')
})

test('SHELL-069 the part a complaint is about is the one shown as unavailable', () => {
  const data = readinessOf(['The analytics database is not available.', 'The disk is full.'])
  const broken = data.parts.filter(({ isReady }) => !isReady)
  expect(broken).toEqual([
    {
      name: 'Analytics database',
      isReady: false,
      detail: 'The analytics database is not available.',
    },
    { name: 'Server', isReady: false, detail: 'The disk is full.' },
  ])
  expect(statusOf({ isError: false, data })).toBe('Some parts are unavailable.')
})

test('SHELL-069 a server that does not answer is said to be unreachable', () => {
  expect(statusOf({ isError: true })).toBe('The server cannot be reached.')
})
