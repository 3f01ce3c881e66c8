import { describe, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import {
  judge,
  type JudgedRule,
  type JudgedWindow,
  newState,
  resolvedState,
  verdictOf,
} from './judge.ts'
import { aDice } from '../testing-dice.ts'
import { type SlowEvent, runSlowJudge, type SlowStep } from './testing-slow-judge.ts'

const aRule = (given: Partial<JudgedRule> = {}): JudgedRule => ({
  area: 'above',
  value: 0.05,
  closeValue: 0.045,
  windowSeconds: 60,
  closeAfterSeconds: 120,
  minViews: 25,
  opensWithoutData: false,
  ...given,
})
const bad: JudgedWindow = { knownShare: 1, value: 0.2, audience: 100 }
const good: JudgedWindow = { knownShare: 1, value: 0.01, audience: 100 }
const between: JudgedWindow = { knownShare: 1, value: 0.047, audience: 100 }
const unknown: JudgedWindow = { knownShare: 0.79, value: 0.2, audience: 100 }
const few: JudgedWindow = { knownShare: 1, value: 0.2, audience: 24 }
const nothing: JudgedWindow = { knownShare: 1, value: null, audience: 100 }

/** Judges windows, each for a number of steps, and returns what happened in which second. */
const judged = (rule: JudgedRule, ...runs: [JudgedWindow, number][]) => {
  let state = newState(0)
  let step = 0
  const events: [number, string][] = []
  for (const [window, steps] of runs)
    for (let count = 0; count < steps; count += 1) {
      const { state: after, effect } = judge(rule, window, state, step)
      if (effect)
        events.push([
          step,
          effect.kind === 'end' ? effect.status : effect.isFlapping ? 'flapping' : 'open',
        ])
      state = after
      step += 5
    }
  return events
}

describe('verdict', () => {
  test.each([
    ['beyond the value', bad, 'bad'],
    ['at the value', { ...bad, value: 0.05 }, 'between'],
    ['between the two values', between, 'between'],
    ['at the value to close', { ...good, value: 0.045 }, 'good'],
    ['with too few viewers', few, 'few'],
    ['with just enough viewers', { ...few, audience: 25 }, 'bad'],
    ['without anything to divide by', nothing, 'few'],
    ['with too few known steps', unknown, 'unknown'],
    ['with just enough known steps', { ...unknown, knownShare: 0.8 }, 'bad'],
  ] as const)('%s', (_, window, verdict) => {
    expect(verdictOf(aRule(), window)).toBe(verdict)
  })

  test('of a rule about what is below', () => {
    const rule = aRule({ area: 'below', value: 100, closeValue: 110 })
    const verdicts = [99, 100, 109, 110].map((value) => verdictOf(rule, { ...bad, value }))
    expect(verdicts).toEqual(['bad', 'between', 'between', 'good'])
  })
})

describe('one rule', () => {
  test('opens at the first bad step and closes after two good minutes on end', () => {
    expect(judged(aRule(), [good, 3], [bad, 4], [good, 23], [between, 1], [good, 24])).toEqual([
      [15, 'open'],
      [270, 'closed'],
    ])
  })

  test('steps of which nothing is known neither open nor close', () => {
    expect(judged(aRule(), [unknown, 100])).toEqual([])
    expect(judged(aRule(), [bad, 1], [unknown, 100], [good, 23])).toEqual([[0, 'open']])
    expect(judged(aRule(), [bad, 1], [good, 20], [unknown, 1], [good, 23])).toEqual([[0, 'open']])
  })

  test('without data it opens after one window if the rule says so, once a gap', () => {
    const rule = aRule({ opensWithoutData: true })
    expect(judged(rule, [good, 1], [unknown, 11])).toEqual([])
    expect(judged(rule, [good, 1], [unknown, 12])).toEqual([[60, 'open']])
    expect(judged(rule, [good, 1], [unknown, 6_000])).toEqual([
      [60, 'open'],
      [21_600, 'expired'],
    ])
  })

  test('it expires after 15 minutes with too few viewers, 6 hours without data and 7 days', () => {
    expect(judged(aRule(), [bad, 1], [few, 90], [nothing, 90])).toEqual([
      [0, 'open'],
      [900, 'expired'],
    ])
    expect(judged(aRule(), [bad, 1], [unknown, 4_320])).toEqual([
      [0, 'open'],
      [21_600, 'expired'],
    ])
    expect(judged(aRule(), [bad, 120_961])).toEqual([
      [0, 'open'],
      [604_795, 'expired'],
      [604_800, 'open'],
    ])
  })

  test('ALRT-011 an incident that expires says what it lacked', () => {
    const lastOf = (...rows: [JudgedWindow, number][]) => {
      let state = newState(0)
      let last: unknown
      let step = 0
      for (const [window, count] of [[bad, 1] as [JudgedWindow, number], ...rows])
        for (let left = count; left > 0; left -= 1, step += 5) {
          const judged = judge(aRule(), window, state, step)
          state = judged.state
          if (judged.effect?.kind === 'end') last = judged.effect
        }
      return last
    }
    const expired = (by: string) => ({ kind: 'end', status: 'expired', by })
    expect(lastOf([few, 180])).toEqual(expired('few_viewers'))
    expect(lastOf([unknown, 4_320])).toEqual(expired('no_data'))
    expect(lastOf([bad, 120_960])).toEqual(expired('open_time'))
  })

  test('the third opening within an hour is flapping and closes after half an hour', () => {
    const once: [JudgedWindow, number][] = [
      [bad, 1],
      [good, 24],
    ]
    expect(judged(aRule(), ...once, ...once, [bad, 1], [good, 360])).toEqual([
      [0, 'open'],
      [120, 'closed'],
      [125, 'open'],
      [245, 'closed'],
      [250, 'flapping'],
      [2_050, 'closed'],
    ])
    expect(judged(aRule(), ...once, ...once, [good, 670], [bad, 1])).toEqual([
      [0, 'open'],
      [120, 'closed'],
      [125, 'open'],
      [245, 'closed'],
      [3_600, 'open'],
    ])
  })

  test('what a person ended opens again only once the value was good', () => {
    const { state } = judge(aRule(), bad, newState(0), 0)
    let held = resolvedState(state, 5)
    for (const window of [bad, between, few, unknown, bad]) {
      const { state: after, effect } = judge(aRule(), window, held, 10)
      expect(effect).toBeUndefined()
      held = after
    }
    const free = judge(aRule(), good, held, 15).state
    expect(judge(aRule(), bad, free, 20).effect).toMatchObject({ kind: 'open' })
  })
})

const aSeries = (dice: () => number): { rule: JudgedRule; steps: SlowStep[] } => {
  const of = <T>(some: readonly T[]) => some[Math.floor(dice() * some.length)]!
  const rule = aRule({
    windowSeconds: of([60, 300, 3_600]),
    closeAfterSeconds: of([0, 10, 120]),
    opensWithoutData: dice() < 0.5,
  })
  const steps: SlowStep[] = []
  let step = 0
  while (steps.length < 120) {
    const window = of([bad, good, good, between, unknown, few])
    const stride = of([5, 5, 5, 60, 600, 20_000])
    for (let left = 1 + Math.floor(dice() * 20); left > 0; left -= 1) {
      steps.push({ step, window, isResolvedBefore: steps.length > 0 && dice() < 0.02 })
      step += stride
    }
  }
  return { rule, steps }
}

test('random series are judged as a model does that looks back at everything in each step', () => {
  const kinds = new Set<string>()
  const series = howMany('judged series', { usual: 500, long: 10_000, release: 100_000 })
  for (let seed = 0; seed < series; seed += 1) {
    const { rule, steps } = aSeries(aDice(seed))
    const events: SlowEvent[] = []
    let state = newState(0)
    let before = 0
    for (const { step, window, isResolvedBefore } of steps) {
      if (isResolvedBefore && state.phase === 'open') {
        state = resolvedState(state, before)
        events.push({ step: before, kind: 'end', status: 'resolved' })
      }
      const { state: after, effect } = judge(rule, window, state, step)
      state = after
      before = step
      if (effect?.kind === 'open')
        events.push({ step, kind: 'open', isFlapping: effect.isFlapping })
      if (effect?.kind === 'end') events.push({ step, kind: 'end', status: effect.status })
    }
    expect(events, `seed ${seed}`).toEqual(runSlowJudge(rule, steps))
    for (const event of events)
      kinds.add(event.kind === 'end' ? event.status : `open ${event.isFlapping}`)
  }
  expect([...kinds].toSorted()).toEqual([
    'closed',
    'expired',
    'open false',
    'open true',
    'resolved',
  ])
})
