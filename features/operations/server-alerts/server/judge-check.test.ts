import { expect, test } from 'vitest'
import { type CheckState, judgeCheck } from './judge-check.ts'
import type { Finding } from './server-check.ts'

const start = Date.parse('2026-11-25T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000)

/** Every five seconds one finding: `.` well, `w` warning, `a` alert, `?` unknown. */
const changesOf = (findings: string) => {
  let state: CheckState | undefined
  const changes: string[] = []
  for (const [index, letter] of findings.split('').entries()) {
    const levels: Record<string, Finding['level']> = { '.': 'well', w: 'warning', a: 'alert' }
    const level = levels[letter]
    const finding = level && { level, sentence: level }
    const judged = judgeCheck(state, finding, at(index * 5))
    state = judged.state
    if (judged.change) changes.push(`${judged.change} ${index * 5}`)
  }
  return changes
}

const repeat = (letter: string, seconds: number) => letter.repeat(seconds / 5)

test('a problem opens an alert after a minute, and five good minutes end it', () => {
  expect(changesOf('.' + repeat('a', 60) + 'a' + repeat('.', 400))).toEqual([
    'opened 65',
    'ended 370',
  ])
})

test('a problem that is over within a minute is not reported', () => {
  expect(changesOf('.' + repeat('a', 55) + repeat('.', 600))).toEqual([])
})

test('a good moment begins the five minutes again', () => {
  const flapping = repeat('a', 65) + repeat('.', 280) + repeat('a', 10) + repeat('.', 310)
  expect(changesOf(flapping)).toEqual(['opened 60', 'ended 655'])
})

test('a warning that becomes an alert is said once, and a way back is not', () => {
  expect(changesOf(repeat('w', 100) + repeat('a', 20) + repeat('w', 20) + repeat('a', 20))).toEqual(
    ['opened 60', 'changed 100'],
  )
})

test('what cannot be known keeps the alert as it is, open or not', () => {
  expect(changesOf(repeat('?', 600))).toEqual([])
  expect(changesOf(repeat('a', 65) + repeat('?', 900))).toEqual(['opened 60'])
})
