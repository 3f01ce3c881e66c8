import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { partsBySteps, type PriceStep, rate, shareOut } from '../rate.ts'
import { drawSteps } from './draw-steps.ts'
import { stepText } from './step-text.ts'

/** Numbers that look random and are the same in each run. */
const aDice = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
}

const aLadder = (roll: (below: number) => number): PriceStep[] => {
  let upto = 0
  const steps: PriceStep[] = Array.from({ length: 1 + roll(4) }, () => {
    upto += 1 + roll(500)
    return { upto, micros: roll(4) === 0 ? 0 : roll(2_000_000) }
  })
  return [...steps, { micros: roll(2_000_000) }]
}

const sum = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n)

test('steps add up to the usage and the cents of each line, and to the steps of the organization', () => {
  const worlds = howMany('stepped worlds', { usual: 500, long: 20_000 })
  let several = 0
  for (let seed = 1; seed <= worlds; seed += 1) {
    const roll = aDice(seed)
    const perUnit = [1, 60, 43_800][roll(3)]!
    const steps = aLadder(roll)
    const used = Array.from({ length: 1 + roll(5) }, () => BigInt(roll(400_000) * (1 + roll(60))))
    const thousandths = sum(used)
    const cents = shareOut(rate({ thousandths, perUnit }, steps), used)
    const lines = used.map((own, index) => ({ thousandths: own, cents: cents[index]! }))
    const drawn = drawSteps({ steps, perUnit, thousandths, lines })
    drawn.forEach((own, index) => {
      expect(sum(own.map((step) => step.cents))).toBe(cents[index])
      expect(sum(own.map((step) => step.thousandths))).toBe(used[index])
      expect(own.length).toBeGreaterThan(0)
      for (const { thousandths: part, micros, cents: shown } of own) {
        // What a reader calculates: the quantity times the price, but for the one rounding of the line.
        const exact = (Number(part) * micros) / (perUnit * 1e9)
        expect(Math.abs(Number(shown) - exact)).toBeLessThan(3)
        expect(part).toBeGreaterThanOrEqual(0n)
      }
      if (own.length > 1) several += 1
    })
    steps.forEach(({ upto }, index) => {
      const from = steps[index - 1]?.upto ?? 0
      const same = drawn.flat().filter((step) => step.from === from)
      expect(sum(same.map((step) => step.thousandths))).toBe(
        partsBySteps({ thousandths, perUnit }, steps)[index],
      )
      expect(same.every((step) => step.upto === (upto ?? null))).toBe(true)
    })
  }
  expect(several).toBeGreaterThan(worlds / 2)
})

const ladder = [
  { upto: 100, micros: 2_000_000 },
  { upto: 300, micros: 1_000_000 },
  { micros: 500_000 },
]
const drawn = (units: number, cents: bigint) =>
  drawSteps({
    steps: ladder,
    perUnit: 1,
    thousandths: BigInt(units) * 1000n,
    lines: [{ thousandths: BigInt(units) * 1000n, cents }],
  })[0]!.map((step) => [stepText(step, 'views'), step.thousandths, step.micros, step.cents])

test('one environment has each step to its end, and none that it did not reach', () => {
  expect(drawn(1301, 900n)).toEqual([
    ['First 100 views', 100_000n, 2_000_000, 200n],
    ['Next 200 views', 200_000n, 1_000_000, 200n],
    ['Above 300 views', 1_001_000n, 500_000, 500n],
  ])
  expect(drawn(100, 200n)).toEqual([['First 100 views', 100_000n, 2_000_000, 200n]])
})

test('a line that charges nothing says what its first unit costs', () => {
  expect(drawn(0, 0n)).toEqual([['First 100 views', 0n, 2_000_000, 0n]])
})

test('a cent that was left over stays on the line, also where only a free step was used', () => {
  const steps = [{ upto: 10, micros: 0 }, { micros: 400_000 }]
  const lines = [
    { thousandths: 1n, cents: 1n },
    { thousandths: 11_999n, cents: 0n },
  ]
  const [first] = drawSteps({ steps, perUnit: 1, thousandths: 12_000n, lines })
  expect(first).toEqual([{ from: 0, upto: 10, thousandths: 1n, micros: 0, cents: 1n }])
})
