import { expect, test } from 'vitest'
import { lastText } from './delivery-texts.ts'

const now = new Date('2026-03-04T12:00:00Z')
const soon = '2026-03-04T12:10:00Z'
const answered = { responseStatusCode: 500, error: null, durationMs: 20 }
const silent = {
  responseStatusCode: null,
  error: 'No response within 5 seconds.',
  durationMs: 5003,
}

test.each([
  ['delivered', null, { ...answered, responseStatusCode: 200 }, 'Answered 200 in 20 ms'],
  ['failed', null, { ...answered, durationMs: 1500 }, 'Answered 500 in 1.50 s'],
  ['pending', soon, answered, 'Answered 500 in 20 ms, again in 10 minutes'],
  ['pending', '2026-03-04T11:59:00Z', answered, 'Answered 500 in 20 ms, again in a moment'],
  ['pending', soon, silent, 'No response within 5 seconds, again in 10 minutes'],
  ['pending', null, silent, 'No response within 5 seconds, waits until the webhook is enabled'],
  ['pending', null, null, 'Not sent yet, waits until the webhook is enabled'],
  ['pending', soon, null, 'On its way'],
  ['failed', null, null, 'Never sent'],
] as const)('%s, next at %s', (status, nextAttemptAt, lastAttempt, text) => {
  expect(lastText({ status, nextAttemptAt, lastAttempt }, now)).toBe(text)
})
