import { expect, test } from 'vitest'
import { correctedCores, EncoderBudget } from './encoder-budget.ts'

const aBudget = (cores: number) => {
  const said: number[] = []
  return { budget: new EncoderBudget(cores, (used) => said.push(used)), said }
}

test('a share is corrected by what it takes, and given back once', () => {
  const { budget, said } = aBudget(1)
  const one = budget.take(0.4)
  const other = budget.take(0.3)
  expect(budget.free).toBeCloseTo(0.3)
  one.correct(0.2)
  expect(budget.free).toBeCloseTo(0.5)
  one.giveBack()
  one.giveBack()
  one.correct(0.9)
  expect(budget.free).toBeCloseTo(0.7)
  other.giveBack()
  expect(budget.free).toBe(1)
  // Those who wait for an end of all broadcasts hear of it exactly.
  expect(said.at(-1)).toBe(0)
})

test('more than there is leaves nothing, and no less', () => {
  const { budget } = aBudget(0.5)
  budget.take(0.4).correct(0.8)
  expect(budget.free).toBe(0)
})

test('a measured cost counts between half and twice of what was expected', () => {
  expect([0.1, 0.3, 0.5, 2].map((measured) => correctedCores(0.4, measured))).toEqual([
    0.2, 0.3, 0.5, 0.8,
  ])
})
