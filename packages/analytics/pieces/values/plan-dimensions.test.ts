import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { describe, expect, test } from 'vitest'
import { pieceDimensions } from '../measures.ts'
import { type Tier, tierMs } from '../piece.ts'
import type { KnownPiece, Stretch } from '../plan-range.ts'
import { aRandom } from '../testing-worlds.ts'
import { type AlikePieces, planDimensions, readTogether } from './plan-dimensions.ts'

const midnight = Date.parse('2026-11-16T00:00:00Z')
const { hour, day } = tierMs

const piece = (tier: Tier, moment: number): KnownPiece => ({
  tier,
  moment,
  version: 1,
  isCurrent: true,
  isComplete: true,
})
const hours = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => piece('hour', from + index * hour))

describe('dimensions are read from pieces that have all their values', () => {
  test('hours lack titles, so these read whole days and longer ends', () => {
    const alike: AlikePieces[] = [
      { complete: new Set(['country', 'cdn']), pieces: hours(midnight, 72) },
      {
        complete: new Set(['country', 'cdn', 'video_title']),
        pieces: [piece('day', midnight), piece('day', midnight + day)],
      },
    ]
    const range = { start: midnight - 1_000, end: midnight + 2 * day + 3 * hour + 5 }
    const { plans, others } = planDimensions(range, alike, [
      'country',
      'video_title',
      'page_url',
      'cdn',
    ])
    expect(others).toEqual(['page_url'])
    expect(plans.map((plan) => [plan.dimensions, plan.raw])).toEqual([
      [
        ['country', 'cdn'],
        [
          { start: midnight - 1_000, end: midnight },
          { start: midnight + 2 * day + 3 * hour, end: range.end },
        ],
      ],
      [
        ['video_title'],
        [
          { start: midnight - 1_000, end: midnight },
          { start: midnight + 2 * day, end: range.end },
        ],
      ],
    ])
  })

  test('and together cover the range of each dimension once, in few plans', () => {
    const random = aRandom(5)
    for (let round = howMany('dimension plans', { usual: 50, long: 500 }); round > 0; round -= 1) {
      const dimensions = pieceDimensions.filter(() => random.draw() < 0.6)
      const parts = Array.from({ length: 1 + random.below(8) }, () => random.draw())
      const alike = Array.from({ length: 6 }, (_, index): AlikePieces => ({
        complete: new Set(
          dimensions.filter((_id, place) => parts[place % parts.length]! < 0.3 + index / 8),
        ),
        pieces: [...hours(midnight + index * day, 24), piece('day', midnight + index * day)].filter(
          () => random.draw() < 0.9,
        ),
      }))
      const start = midnight + random.below(2 * day)
      const range = { start, end: start + day + random.below(4 * day) }
      const { plans, others } = planDimensions(range, alike, dimensions)
      expect(plans.length).toBeLessThanOrEqual(4)
      const planned = plans.flatMap((plan) => plan.dimensions)
      expect([...planned, ...others].toSorted()).toEqual(dimensions.toSorted())
      for (const plan of plans) {
        expectOnce(range, plan)
        for (const id of plan.dimensions)
          for (const one of plan.pieces)
            expect(
              alike.some(({ complete, pieces }) => complete.has(id) && pieces.includes(one)),
            ).toBe(true)
      }
    }
  })
})

function expectOnce(
  range: Stretch,
  { pieces, raw }: { pieces: readonly KnownPiece[]; raw: readonly Stretch[] },
) {
  const stretches = [
    ...pieces.map(({ tier, moment }) => ({ start: moment, end: moment + tierMs[tier] })),
    ...raw,
  ].toSorted((a, b) => a.start - b.start)
  let at = range.start
  for (const { start, end } of stretches) {
    expect(start).toBe(at)
    at = end
  }
  expect(at).toBe(range.end)
}

test('plans that read many views are asked in several statements', () => {
  const own: DimensionId[] = ['country', 'browser', 'cdn', 'asn', 'region', 'video_title']
  const plan = (days: number) => ({
    dimensions: own,
    pieces: [],
    raw: [{ start: midnight, end: midnight + days * day }],
  })
  expect(readTogether([plan(0), plan(0.1), plan(2)])).toHaveLength(1)
  const divided = readTogether([plan(0.1), plan(90)])
  expect(divided.length).toBeGreaterThan(2)
  expect(
    divided
      .flat()
      .flatMap((one) => one.dimensions)
      .toSorted(),
  ).toEqual([...own, ...own].toSorted())
})
