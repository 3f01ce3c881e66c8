import { expect, test } from 'vitest'
import { SlowDisk, UnsteadyBroadcast } from '@playhead/media/live/live.ts'
import { endOf, partingWords } from './end-of-broadcast.ts'
import { endOfFailure } from './end-of-failure.ts'

test.each([
  [new SlowDisk(), /too slowly.*connect again/],
  [new UnsteadyBroadcast(), /changed too often/],
  [new Error('ENOSPC'), /could not record/],
])('the encoder of a recording that failed gets the reason: %s', (error, words) => {
  const reason = endOfFailure(error)
  expect(partingWords[reason]).toMatch(words)
  // A restart goes on with the same end.
  expect(endOf(reason)).toBe(reason)
})
