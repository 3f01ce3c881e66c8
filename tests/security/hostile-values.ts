import type { RandomNumber } from '../video/random-number.ts'

const long = (text: string, times: number) => text.repeat(times)

/** What attackers and broken programs send where a text is expected. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  '%00',
  '%',
  '../../../../etc/passwd',
  '..\\..\\windows',
  "' or 1=1; --",
  '"); drop table users; --',
  '`id`',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1|cmd',
  '{p0:String}',
  '$1',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9223372036854775808',
  '18446744073709551616',
  '-1',
  '0',
  '0x10',
  '٣',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'country:US',
  '!country:US',
  'country:',
  ':',
  'exit_before_video_start:true',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '7:days',
  '99999999999:days',
  '-1:days',
  'Europe/Nowhere',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'file:///etc/passwd',
  'http://user:password@127.0.0.1:1/',
  'javascript:alert(1)',
  '00000000-0000-0000-0000-000000000000',
  'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz',
  'a@b',
  '"very odd"@example.com',
  long('a', 300),
  long('ü', 5000),
  long('🙂', 400),
  long('(', 2000),
  long('[', 3000),
  long('.*', 500),
]

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  1e-300,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  4_102_444_800,
  253_402_300_800,
  8_640_000_000_001,
]

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { of: value }
  return value
}

const otherValues: (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => ({ length: 1 }),
  () => JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}') as unknown,
  () => Array.from({ length: 1200 }, (_, index) => `item ${index}`),
  () => nested(40),
  () => nested(90),
]

export const hostileText = (random: RandomNumber) => random.oneOf(hostileTexts) ?? ''

export const hostileValue = (random: RandomNumber): unknown => {
  const kind = random.below(10)
  if (kind < 5) return hostileText(random)
  return kind < 8 ? random.oneOf(hostileNumbers) : random.oneOf(otherValues)?.()
}
