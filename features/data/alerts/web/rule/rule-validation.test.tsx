import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { aRule, aRuleId } from '../testing-alerts.tsx'
import {
  pressOption,
  listSent,
  openEdit,
  openNew,
  pressSave,
  rulesPath,
  setField,
} from './testing-rule-form.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

test.each([
  ['Value', '', 'A value is required'],
  ['Value', 'much', 'The value is a number of 0 or more'],
  ['Value', '-1', 'The value is a number of 0 or more'],
  ['Value', '101', 'A percentage is at most 100'],
  ['Value', '1e13', 'A percentage is at most 100'],
  ['Minimum audience', '', 'A minimum of 0 or more is required'],
  ['Minimum audience', '2.5', 'A minimum of 0 or more is required'],
  ['Minimum audience', '10000001', 'The minimum is at most 10,000,000'],
  ['Value to close', '101', 'A percentage is at most 100'],
  ['Value to close', '6', 'The closing value must not be above the opening value'],
])('ALRT-027 %s "%s": %s', async (label, text, error) => {
  const { requests } = await openNew()
  await screen.findByLabelText('Value')
  setField(label, text)
  await pressSave()
  expect(await screen.findByText(error)).toBeTruthy()
  expect(listSent(requests, 'POST', rulesPath)).toEqual([])
})

test('ALRT-027 a rule about too low a value closes above it', async () => {
  const { requests } = await openNew()
  await screen.findByLabelText('Value')
  await pressOption('Area', 'below')
  setField('Value', '50')
  setField('Value to close', '49')
  await pressSave()
  expect(
    await screen.findByText('The closing value must not be below the opening value'),
  ).toBeTruthy()
  expect(listSent(requests, 'POST', rulesPath)).toEqual([])
})

test('ALRT-027 the number of groups is checked once the rule has groups', async () => {
  const { requests } = await openEdit(aRule(1, { group_by: ['country'] }))
  await screen.findByLabelText('Value')
  setField('Groups at most', '0')
  await pressSave()
  expect(await screen.findByText(/^A number from 1 to/)).toBeTruthy()
  expect(listSent(requests, 'PUT', `${rulesPath}/${aRuleId(1)}`)).toEqual([])
})

test('ALRT-027 a minimum that is no longer shown does not keep the rule from being saved', async () => {
  const { requests } = await openNew({
    [`POST ${rulesPath}`]: { status: 201, body: { data: aRule() } },
  })
  await screen.findByLabelText('Value')
  setField('Minimum audience', '')
  await pressOption('Metric', 'Current concurrent viewers')
  expect(screen.queryByLabelText('Minimum audience')).toBeNull()
  setField('Value', '1e13')
  await pressSave()
  expect(await screen.findByText('The value is at most 1,000,000,000,000')).toBeTruthy()
  setField('Value', '12')
  await pressSave()
  expect(await screen.findByText('Alert rule created')).toBeTruthy()
  expect(listSent(requests, 'POST', rulesPath)[0]?.body).toMatchObject({
    metric: 'current-concurrent-viewers',
    window_min_views: 25,
  })
})

test('the value that closes is shown as it is judged', async () => {
  await openNew()
  await screen.findByLabelText('Value')
  setField('Value', '0.01')
  expect(screen.getByText('Closes below 0.009 % for 2 minutes')).toBeTruthy()
  await pressOption('Area', 'below')
  setField('Value', '95')
  expect(screen.getByText('Closes above 100 % for 2 minutes')).toBeTruthy()
  setField('Value', '')
  expect(screen.getByText('When an incident closes')).toBeTruthy()
})
