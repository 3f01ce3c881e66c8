import { describe, expect, test } from 'vitest'
import { eventOfReport } from './event-of-report.ts'
import { parseCmcdReport } from './parse-cmcd-report.ts'
import { readReport } from './read-report.ts'

const environmentKey = 'key-of-an-environment'
const parse = (body: string) => parseCmcdReport(body, { environmentKey })
const base = 'sid="s-1",cid="c-1",v=2'

describe('hostile bodies', () => {
  test.each([
    [''],
    ['\n\n'],
    ['{"e":"ps"}'],
    ['"'.repeat(60_000)],
    ['('.repeat(60_000)],
    ['a='.repeat(60_000)],
    [`${'x'.repeat(40_000)}=1`],
    ['e=ps,sta=p,sid="\u0000\ud800",ts=1,v=2'],
    ['e=t,ts=99999999999999999999,sid="s"'],
    ['e=t,ts=-5,sid="s"'],
    ['__proto__=1,constructor=2,e=t,ts=1795260000000,sid="s"'],
  ])('are read without an error', (body) => {
    const parsed = parse(body)
    expect(
      parsed.events.length + parsed.refused.reduce((sum, { count }) => sum + count, 0),
    ).toBeGreaterThan(0)
  })

  test('a body of nothing but separators does not hold up everybody else', () => {
    const before = process.cpuUsage()
    const { refused } = parseCmcdReport(`${','.repeat(16_000)}\n`.repeat(30), { environmentKey })
    expect(refused).toEqual([{ reason: 'unreadable', count: 30 }])
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })

  test('more than 300 reports are cut, and counted', () => {
    const lines = Array.from({ length: 350 }, (_, sn) => `e=t,sn=${sn},ts=1795260000000,${base}`)
    const parsed = parse(lines.join('\n'))
    expect(parsed.events).toHaveLength(300)
    expect(parsed.refused).toEqual([{ reason: 'too_many_events', count: 50 }])
  })
})

describe('keys that break the standard', () => {
  test.each([
    ['br=5000', 'br'],
    ['br=("a")', 'br'],
    ['sta=x', 'sta'],
    ['sta="p"', 'sta'],
    ['e=zz', 'e'],
    ['ec=25', 'ec'],
    ['ttfb=1795260526163', 'ttfb'],
    ['sn=1.5', 'sn'],
    ['bs=1', 'bs'],
    [`cid="${'x'.repeat(129)}"`, 'cid'],
    ['cid=film', 'cid'],
    ['nonsense=1', 'nonsense'],
    ['url="half', 'url'],
  ])('%s is malformed', (keys, key) => {
    expect([...(readReport(`v=2,${keys}`)?.malformed ?? [])]).toEqual([key])
  })

  test('are read anyway where their meaning is clear', () => {
    const read = readReport('br=5000,sta="p",ec=25,e=e')!
    expect(eventOfReport(read)).toMatchObject({
      name: 'error',
      fields: { video_source_bitrate: 5_000_000, player_error_code: '25' },
    })
  })
})
