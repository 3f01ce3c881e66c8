import { expect, test } from 'vitest'
import { crowdsOf, crowdWords } from './crowds.ts'
import type { ReplayRequest } from './requests.ts'

const request = (
  from: number,
  to: number,
  result: ReplayRequest['result'] = 'completed',
): ReplayRequest => ({
  sequenceNumber: from,
  result,
  type: 'media',
  hostname: undefined,
  url: undefined,
  from,
  respondedAt: from,
  to,
  isTimed: true,
  bytes: undefined,
  bitrate: undefined,
  error: undefined,
})

const sizes = (length: number, ...requests: ReplayRequest[]) =>
  crowdsOf(requests, { from: 0, to: length }).map((crowd) => crowd.requests.length)

test('requests whose bars would touch are one crowd, until the window shows less', () => {
  const all = [request(0, 50), request(40, 90), request(100, 110), request(5_000, 5_010)]
  expect(sizes(10_000, ...all)).toEqual([3, 1])
  expect(sizes(1_000, ...all)).toEqual([2, 1, 1])
})

test('a long request holds together those that run beside it', () => {
  expect(sizes(1_000, request(0, 900), request(100, 110), request(800, 810))).toEqual([3])
})

test('a crowd says how many failed', () => {
  const [crowd] = crowdsOf([request(0, 5), request(1, 6, 'failed'), request(2, 7, 'canceled')], {
    from: 0,
    to: 100,
  })
  expect(crowdWords(crowd!)).toBe('3 requests, 1 failed, 1 canceled')
})
