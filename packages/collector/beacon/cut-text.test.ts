import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'
import { parseBeacon } from './parse-beacon.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heapBytes = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('a long text that is cut does not stay in memory as a whole', () => {
  const body = JSON.stringify({
    events: [{ e: 'viewstart', xid: 'v', xsqno: 1, uti: 1, vtt: 'x'.repeat(500_000) }],
  })
  const before = heapBytes()
  const events = Array.from({ length: 40 }, () => parseBeacon(body).events)
  expect((heapBytes() - before) / events.length).toBeLessThan(50_000)
})

test('a text that is cut in the middle of a character is whole all the same', () => {
  expect(cutText('🎬🎬', 3)).toBe('🎬\uFFFD')
  expect(cutText('\uD83C', 3)).toBe('\uFFFD')
})
