import { describe, expect, test } from 'vitest'
import { comparisons, isComparisonPossible, timeframeBefore } from '../widget/comparison.ts'
import { componentErrors, emptyComponent, widgetOf } from '../component-form/component-draft.ts'
import {
  type Contents,
  copyOf,
  hasRoomForNumbers,
  layoutOf,
  newDashboard,
  numbersOf,
  type Widget,
  withChangedWidget,
  withDuplicate,
  withMovedNumber,
  withNewWidget,
  withoutWidget,
} from './dashboard.ts'
import { searchOf, shownTexts, storedTexts, withTexts } from './dashboard-question.ts'
import { startOfTimeframe, timeframeOfStart } from './timeframe-start.ts'
import { widgetQuery } from '../widget/widget-question.ts'

const fields = (type: Widget['type'], name: string = type): Omit<Widget, 'position'> => ({
  displayName: name,
  type,
  metric: 'views',
  dimensionFilters: [],
  metricFilters: [],
})

const empty = newDashboard().dashboardContents
const withNumbers = (...ids: string[]) =>
  ids.reduce((contents, id) => withNewWidget(contents, id, fields('metric'), 'half'), empty)
const columnsOf = (contents: Contents) =>
  Object.fromEntries(numbersOf(contents).map(([id, { position }]) => [id, position.column]))

test('DASH-007 a new dashboard has its name, its timeframe and nothing on it', () => {
  expect(newDashboard()).toEqual({
    displayName: 'New Dashboard',
    timeframeStart: 'Last 24 hours',
    dashboardContents: { widgets: {}, globalDimensionFilters: [], globalMetricFilters: [] },
  })
})

test.each([
  ['Last 60 minutes', ['60:minutes']],
  ['Last 24 hours', ['24:hours']],
  ['Last 7 days', ['7:days']],
  ['Last 3 months', ['3:months']],
  ['1763596800,1763683200', ['1763596800', '1763683200']],
])('DASH-007 %s is stored for %j', (text, timeframe) => {
  expect(timeframeOfStart(text)).toEqual(timeframe)
  expect(startOfTimeframe(timeframe)).toBe(text)
})

describe('numbers', () => {
  test('DASH-018 a new number goes to the right of the others', () => {
    expect(columnsOf(withNumbers('a', 'b', 'c'))).toEqual({ a: 0, b: 1, c: 2 })
  })

  test('DASH-018 numbers to the right of a removed one move up, and the next one is last again', () => {
    const rest = withoutWidget(withNumbers('a', 'b', 'c'), 'a')
    expect(columnsOf(rest)).toEqual({ b: 0, c: 1 })
    expect(columnsOf(withNewWidget(rest, 'd', fields('metric'), 'half'))).toEqual({
      b: 0,
      c: 1,
      d: 2,
    })
  })

  test('DASH-020 there is room for six', () => {
    expect(hasRoomForNumbers(withNumbers('a', 'b', 'c', 'd', 'e'))).toBe(true)
    expect(hasRoomForNumbers(withNumbers('a', 'b', 'c', 'd', 'e', 'f'))).toBe(false)
  })

  test('one place to the left or right, and no further than the ends', () => {
    const contents = withNumbers('a', 'b', 'c')
    expect(columnsOf(withMovedNumber(contents, 'c', -1))).toEqual({ a: 0, c: 1, b: 2 })
    expect(withMovedNumber(contents, 'a', -1)).toBe(contents)
  })
})

describe('the grid', () => {
  const half = withNewWidget(empty, 'a', fields('timeseries'), 'half')

  test('DASH-019 a new component is half or full', () => {
    expect(half.widgets.a?.position).toEqual({ row: 0, column: 0, rowSpan: 1, columnSpan: 3 })
    const both = withNewWidget(half, 'b', fields('list'), 'full')
    expect(both.widgets.b?.position).toEqual({ row: 1, column: 0, rowSpan: 2, columnSpan: 6 })
  })

  test('DASH-019 a changed size makes the others give way', () => {
    const two = withNewWidget(half, 'b', fields('bars'), 'half')
    const changed = withChangedWidget(two, 'a', fields('timeseries', 'Wide'), 'full')
    expect(changed.widgets.a).toMatchObject({
      displayName: 'Wide',
      position: { row: 0, column: 0, rowSpan: 2, columnSpan: 6 },
    })
    expect(changed.widgets.b?.position).toMatchObject({ row: 2, column: 3 })
  })

  test('a chart that becomes a number moves to the row, and back', () => {
    const number = withChangedWidget(half, 'a', fields('metric'), 'half')
    expect(layoutOf(number).size).toBe(0)
    expect(columnsOf(number)).toEqual({ a: 0 })
    expect(layoutOf(withChangedWidget(number, 'a', fields('list'), null)).get('a')).toMatchObject({
      rowSpan: 1,
      columnSpan: 3,
    })
  })

  test('a duplicate is as large as the original and lies beside it', () => {
    const copied = withDuplicate(half, 'a', 'copy')
    expect(copied.widgets.copy).toEqual({
      ...half.widgets.a,
      position: { row: 0, column: 3, rowSpan: 1, columnSpan: 3 },
    })
  })

  test('a component below a removed one moves up', () => {
    const two = withNewWidget(
      withNewWidget(empty, 'a', fields('list'), 'full'),
      'b',
      fields('bars'),
      'half',
    )
    expect(withoutWidget(two, 'a').widgets.b?.position.row).toBe(0)
  })
})

test('a copy says so within the longest name', () => {
  expect(copyOf({ ...newDashboard(), displayName: 'n'.repeat(200) }).displayName).toHaveLength(200)
  expect(copyOf(newDashboard()).displayName).toBe('New Dashboard (copy)')
})

describe('DASH-022 comparisons', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const dayMs = 86_400_000
  const asked = { startMs: now - dayMs }

  test.each([
    [1, 100, true],
    [7, 100, true],
    [30, 100, true],
    [90, 100, true],
    [90, 90, false],
    [30, 31, true],
    [30, 30, false],
    [2, 100, false],
    [0, 100, false],
    [undefined, 100, false],
  ])('with %s days before, of %s that are kept: %s', (days, retentionDays, isPossible) => {
    expect(isComparisonPossible(days, asked, { now, retentionDays })).toBe(isPossible)
  })

  test('the options are those of one day to three months', () => {
    expect(comparisons.map(({ days, label }) => [days, label])).toEqual([
      [1, 'One day ago'],
      [7, 'One week ago'],
      [30, 'One month ago'],
      [90, 'Three months ago'],
    ])
  })

  test('the range before is as long, and the same for everybody within a minute', () => {
    const range = (offset: number) => ({ startMs: asked.startMs + offset, endMs: now + offset })
    expect(timeframeBefore(range(0), 7)).toEqual(
      [now - 8 * dayMs, now - 7 * dayMs].map((ms) => String(ms / 1000)),
    )
    expect(timeframeBefore(range(59_000), 7)).toEqual(timeframeBefore(range(0), 7))
  })
})

describe('the component in the drawer', () => {
  test('DASH-017 needs a type and a name', () => {
    expect(componentErrors(emptyComponent(null))).toEqual({
      type: 'Choose a type',
      displayName: 'Enter a name',
    })
    expect(componentErrors({ ...emptyComponent('list'), displayName: ' \n' }).displayName).toBe(
      'Enter a name',
    )
    expect(componentErrors({ ...emptyComponent('list'), displayName: 'Views' })).toEqual({
      type: undefined,
      displayName: undefined,
    })
  })

  test('fields of another type are left out', () => {
    const draft = {
      ...emptyComponent('bars'),
      displayName: ' Views ',
      dimension: 'browser',
      measurement: 'sum' as const,
      comparisonTimeframe: 7,
    }
    expect(widgetOf(draft, 'bars')).toEqual({
      displayName: 'Views',
      type: 'bars',
      metric: 'viewer_experience_score',
      dimension: 'browser',
      dimensionFilters: [],
      metricFilters: [],
    })
    expect(widgetOf(draft, 'timeseries')).not.toHaveProperty('dimension')
    expect(widgetOf(draft, 'timeseries').comparisonTimeframe).toBe(7)
  })
})

test('where the dashboard and the component filter by the same thing, the component wins', () => {
  const query = {
    timeframe: ['7:days'],
    filters: ['country:US', 'country:CA', '!browser:Chrome'],
    metricFilters: ['video_startup_time<8000'],
  }
  const own = { dimensionFilters: ['country:DE'], metricFilters: ['rebuffer_count>1'] }
  expect(widgetQuery(own, { query })).toEqual({
    timeframe: ['7:days'],
    filters: ['!browser:Chrome', 'country:DE'],
    metricFilters: ['video_startup_time<8000', 'rebuffer_count>1'],
  })
})

describe('looking at a dashboard in another way', () => {
  const stored = { timeframe: ['24:hours'], filters: ['country:US'], metric_filters: [] }

  test('the address says only what differs, and that there is no filter', () => {
    const wanted = { timeframe: ['7:days'], filters: [], metric_filters: [] }
    const search = searchOf(stored, wanted)
    expect(search).toEqual({
      timeframe: ['7:days'],
      filters: ['none'],
      metric_filters: undefined,
    })
    expect(shownTexts(stored, { timeframe: ['7:days'], filters: ['none'] })).toEqual(wanted)
    expect(searchOf(stored, stored)).toEqual({})
  })

  test('an edit stores the timeframe and filters that are shown', () => {
    const draft = withTexts(newDashboard(), { ...stored, timeframe: ['1763596800', '1763683200'] })
    expect(draft).toMatchObject({
      timeframeStart: '1763596800,1763683200',
      dashboardContents: { globalDimensionFilters: ['country:US'], globalMetricFilters: [] },
    })
    expect(storedTexts(draft).timeframe).toEqual(['1763596800', '1763683200'])
  })
})
