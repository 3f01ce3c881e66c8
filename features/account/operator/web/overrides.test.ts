import { expect, test } from 'vitest'
import { flagChoice, planValueLabel, withFlag, withText } from './overrides.ts'

test('a flag is on, off or left to the plan', () => {
  expect(flagChoice({}, 'realtime')).toBe('plan')
  const off = withFlag({ maxUsers: 3 }, 'realtime', 'off')
  expect(off).toEqual({ maxUsers: 3, realtime: false })
  expect(flagChoice(off, 'realtime')).toBe('off')
  expect(flagChoice(withFlag(off, 'realtime', 'on'), 'realtime')).toBe('on')
  expect(withFlag(off, 'realtime', 'plan')).toEqual({ maxUsers: 3 })
})

test('a limit is a whole number, a name is text, and nothing leaves it to the plan', () => {
  expect(withText({}, 'maxUsers', '12')).toEqual({ maxUsers: 12 })
  expect(withText({}, 'maxUsers', '-1')).toEqual({ maxUsers: -1 })
  expect(withText({ maxUsers: 12 }, 'maxUsers', '-')).toEqual({ maxUsers: 12 })
  expect(withText({ maxUsers: 12 }, 'maxUsers', '')).toEqual({})
  expect(withText({}, 'defaultVideoQualityVod', 'basic')).toEqual({
    defaultVideoQualityVod: 'basic',
  })
})

test('the value of the plan is shown beside', () => {
  expect(planValueLabel(true)).toBe('Plan (on)')
  expect(planValueLabel(10)).toBe('Plan: 10')
})
