import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { metrics } from '@playhead/metrics/metrics.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { openFilters } from '../filter-bar/testing-filters.tsx'

afterEach(stopScreens)

const popover = () => within(screen.getByRole('dialog', { name: 'Metric filters' }))
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Metric filter' }))
  await screen.findByRole('dialog', { name: 'Metric filters' })
}
const chooseMetric = async (position: number, name: string) => {
  await userEvent.click(popover().getByRole('button', { name: new RegExp(`^Metric ${position}:`) }))
  const list = await screen.findByRole('listbox', { name: 'Metrics' })
  await userEvent.click(within(list).getByRole('option', { name }))
}
const chooseOperator = async (position: number, name: RegExp) => {
  await userEvent.click(popover().getByRole('button', { name: new RegExp(`Operator ${position}`) }))
  await userEvent.click(await screen.findByRole('option', { name }))
}
const value = (position: number) => popover().getByLabelText<HTMLInputElement>(`Value ${position}`)
const apply = () => popover().getByRole<HTMLButtonElement>('button', { name: 'Apply' })
const press = (name: string) => userEvent.click(popover().getByRole('button', { name }))

test('METR-070 METR-072 rows of metric, operator and value become filters, typed as shown', async () => {
  const { search } = await openFilters()
  await open()
  await chooseMetric(1, 'Video startup time')
  await chooseOperator(1, /at least/)
  await userEvent.type(value(1), '1.5')
  await press('Add a row')
  await chooseMetric(2, 'Rebuffering percentage')
  await userEvent.type(value(2), '2{Enter}')
  await waitFor(() =>
    expect(search()).toBe(
      '?metric_filters[]=video_startup_time>=1500&metric_filters[]=rebuffer_percentage>0.02',
    ),
  )
  expect(screen.getByRole('button', { name: 'Video startup time ≥ 1.5 s' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Rebuffering percentage > 2 %' })).toBeTruthy()
})

test('METR-074 only metrics that views can be filtered by are offered', async () => {
  await openFilters()
  await open()
  await userEvent.click(popover().getByRole('button', { name: /^Metric 1:/ }))
  const list = await screen.findByRole('listbox', { name: 'Metrics' })
  expect(within(list).getByRole('option', { name: 'Video startup time' })).toBeTruthy()
  expect(within(list).queryByRole('option', { name: 'Unique viewers' })).toBeNull()
})

test('METR-075 METR-076 a value is a number of at least 0, within step and largest value of its unit', async () => {
  await openFilters({ search: '?metric_filters[]=video_startup_time<8000' })
  await open()
  const { type, min, max, step } = value(1)
  expect({ type, min, max: Number(max), step }).toEqual({
    type: 'number',
    min: '0',
    max: 1e17,
    step: '0.001',
  })
  expect(value(1).value).toBe('8')
  expect(value(1).getAttribute('aria-required')).toBe('true')
  await userEvent.clear(value(1))
  await userEvent.type(value(1), '-2')
  await userEvent.tab()
  expect(popover().getByRole('alert').textContent).toContain('The value must be at least 0.')
  expect(apply().disabled).toBe(true)
  await chooseMetric(1, metrics.startup_time_score.title)
  expect(value(1).max).toBe('100')
  await userEvent.type(value(1), '101')
  await userEvent.tab()
  expect(popover().getByRole('alert').textContent).toContain('The value must be at most 100.')
})

test('METR-077 another metric clears the value', async () => {
  await openFilters({ search: '?metric_filters[]=video_startup_time<8000' })
  await open()
  await chooseMetric(1, 'Rebuffering count')
  expect(value(1).value).toBe('')
})

test('METR-078 a metric without a value cannot be applied', async () => {
  await openFilters()
  await open()
  expect(apply().disabled).toBe(false)
  await chooseMetric(1, 'Rebuffering count')
  expect(apply().disabled).toBe(true)
  await userEvent.type(value(1), '3')
  expect(apply().disabled).toBe(false)
})

test('METR-080 a row without a metric is left out', async () => {
  const { search } = await openFilters({ search: '?metric_filters[]=rebuffer_count>2' })
  await open()
  await press('Add a row')
  await press('Apply')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(search()).toBe('?metric_filters[]=rebuffer_count>2')
})

test('METR-079 more metrics than the plan allows cannot be applied; one of them twice can', async () => {
  const text = 'You have used the maximum number of filter metrics for your plan.'
  await openFilters({
    search: '?metric_filters[]=rebuffer_count>2',
    flags: { maxFilters: 1 },
  })
  await open()
  await press('Add a row')
  await chooseMetric(2, 'Video startup time')
  await userEvent.type(value(2), '3')
  expect(popover().getByRole('alert').textContent).toBe(text)
  expect(apply().disabled).toBe(true)
  await chooseMetric(2, 'Rebuffering count')
  await userEvent.type(value(2), '5')
  expect(popover().queryByText(text)).toBeNull()
  expect(apply().disabled).toBe(false)
})

test('METR-081 in a historical range metric filtering is off', async () => {
  const { search } = await openFilters({
    search: '?timeframe[]=6:months&metric_filters[]=rebuffer_count>2',
  })
  await waitFor(() => expect(search()).toBe('?timeframe[]=6:months'))
  await open()
  expect(
    popover().getByText("Metrics filtering isn't available for the selected time range"),
  ).toBeTruthy()
  expect(popover().queryByRole('button', { name: 'Apply' })).toBeNull()
})

test('rows are taken away and Cancel keeps what was', async () => {
  const { search } = await openFilters({
    search: '?metric_filters[]=rebuffer_count>2&metric_filters[]=video_startup_time<8000',
  })
  await open()
  await press('Remove metric filter 1')
  await press('Cancel')
  expect(search()).toContain('rebuffer_count>2')
  await open()
  await press('Remove metric filter 1')
  await press('Apply')
  await waitFor(() => expect(search()).toBe('?metric_filters[]=video_startup_time<8000'))
})
