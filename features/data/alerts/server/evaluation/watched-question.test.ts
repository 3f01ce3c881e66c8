import { expect, test } from 'vitest'
import { aDice } from '../testing-dice.ts'
import { WatchedQuestion } from './watched-question.ts'
import { addTo, noneWatched } from './watched-values.ts'

const metric = 'playback-failure-percentage'
const stepSeconds = 5
const manySums = 40
const groups = ['DE', 'AT', null]

test('sums over any steps are those of each step, also after what was known has changed', () => {
  const dice = aDice(7)
  const upTo = (max: number) => Math.floor(dice() * max)
  const watched = new WatchedQuestion()
  const rowsOf = (first: number, last: number) => {
    const rows = []
    for (let step = first; step <= last; step += stepSeconds)
      for (const country of groups)
        if (dice() < 0.7)
          rows.push({
            step,
            parts: [country],
            sums: Array.from({ length: manySums }, () => upTo(50)),
          })
    return rows
  }
  let first = 1_900_000_005
  let last = first + 3_600
  watched.take({ first, last }, first, rowsOf(first, last))
  for (let round = 0; round < 60; round += 1) {
    const from = first + upTo(300) * stepSeconds
    const until = from + upTo(400) * stepSeconds
    const expected = new Map<string, ReturnType<typeof noneWatched>>()
    for (let step = from; step <= Math.min(until, last); step += stepSeconds)
      for (const country of groups) {
        const key = JSON.stringify([country])
        const sum = expected.get(key) ?? noneWatched()
        addTo(sum, watched.sumsOfStep(metric, key, step))
        expected.set(key, sum)
      }
    const sums = watched.sumsBetween(metric, from, until)
    for (const [key, sum] of expected) expect(sums.get(key) ?? noneWatched()).toEqual(sum)
    // Time goes on, and the samples of some steps come late.
    const asked = last - upTo(40) * stepSeconds
    first += upTo(20) * stepSeconds
    last += stepSeconds
    watched.take({ first, last }, asked, rowsOf(asked, last))
  }
})
