import { expect, test } from 'vitest'
import { sameSitePath } from './same-site-path.ts'

const own = 'https://video.example.com'

test.each([
  ['/organizations/1?tab=team#x', '/organizations/1?tab=team#x'],
  ['https://video.example.com/data', '/data'],
  ['data', '/data'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/a/..//evil.example', null],
  ['https://video.example.com//evil.example', null],
  ['https://evil.example/data', null],
  ['http://video.example.com/data', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('AUTH-013 of the redirect %j the path %j is kept', (given, kept) => {
  expect(sameSitePath(given, own)).toBe(kept)
})
