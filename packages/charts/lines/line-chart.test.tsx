import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ChartPoint, ChartSeries } from '../chart-data.ts'
import { clusterMarkers } from './marker-clusters.ts'
import { joinLabels, placeLabels } from './place-labels.ts'
import { LineChart, type LineChartProps } from './line-chart.tsx'

const hourMs = 3_600_000
const from = new Date(2026, 10, 20, 12).getTime()
const hours = 24

const pointsOf = (value: (index: number) => number | null): ChartPoint[] =>
  Array.from({ length: hours }, (_, index) => ({
    time: from + index * hourMs,
    value: value(index),
    volume: 100 + index,
  }))

const score: ChartSeries = {
  id: 'score',
  label: 'Score',
  tone: 1,
  points: pointsOf((index) => 80 + index),
}
const before: ChartSeries = {
  id: 'before',
  label: 'the day before',
  tone: 'compare',
  points: pointsOf((index) => 70 + index),
}

const show = (more: Partial<LineChartProps> = {}) =>
  render(
    <LineChart
      label="Score"
      series={[score, before]}
      from={from}
      to={from + hours * hourMs}
      stepMs={hourMs}
      format={(value) => (value === null ? '–' : value.toFixed(1))}
      formatVolume={(count) => `${count} views`}
      {...more}
    />,
  )

const slider = () => screen.getByRole('slider', { name: 'Score' })
const spoken = () => slider().getAttribute('aria-valuetext')

/** The position of a step; without layout, the plot has the width of its style. */
const positionOf = (index: number) =>
  (index / (hours - 1)) * Number.parseFloat(slider().style.width)

const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientX: number) =>
  fireEvent[type](slider(), { clientX, pointerId: 1, button: 0 })

const drawn = (container: HTMLElement) => container.querySelector('svg.ph-chart-picture')!

test('METR-022 the chart is 340 high with 6 columns and the ends of 4 rows, the small form 230 with 3 and 2', () => {
  const counts = (container: HTMLElement) => {
    const ticks = [...drawn(container).querySelectorAll('.ph-chart-tick')]
    const rows = ticks.filter(
      (tick) => tick.getAttribute('text-anchor') === 'end' && tick.getAttribute('x') === '-12',
    )
    return {
      height: drawn(container).getAttribute('height'),
      columns: ticks.length - rows.length,
      rows: rows.length,
    }
  }
  const normal = counts(show().container)
  expect(normal).toEqual({ height: '340', columns: 6, rows: 5 })
  const small = counts(show({ size: 'small' }).container)
  expect(small).toEqual({ height: '230', columns: 3, rows: 3 })
})

test('METR-018 the playhead reads date, value, volume and what it is compared with', () => {
  const { container } = show()
  point('pointerMove', positionOf(3))
  const tooltip = container.querySelector('.ph-chart-tooltip')
  expect(tooltip?.textContent).toBe('Fri, Nov 20, 15:0083.0103 views73.0the day before')
  fireEvent.pointerLeave(slider())
  expect(container.querySelector('.ph-chart-tooltip')).toBeNull()
})

test('a moving pointer leaves the lines as they are', () => {
  const { container } = show()
  const path = drawn(container).querySelector('.ph-chart-line')
  const seen: MutationRecord[] = []
  const observer = new MutationObserver((records) => seen.push(...records))
  observer.observe(drawn(container), { subtree: true, childList: true, attributes: true })
  for (const index of [3, 9, 14]) point('pointerMove', positionOf(index))
  seen.push(...observer.takeRecords())
  observer.disconnect()
  expect(seen).toEqual([])
  expect(drawn(container).querySelector('.ph-chart-line')).toBe(path)
})

test('METR-020 dragging further than 4 px selects from the first step to the end of the last', () => {
  const onSelect = vi.fn<(start: number, end: number) => void>()
  show({ onSelect })
  point('pointerDown', positionOf(4))
  point('pointerMove', positionOf(4) + 3)
  point('pointerUp', positionOf(4) + 3)
  expect(onSelect).not.toHaveBeenCalled()
  point('pointerDown', positionOf(8))
  point('pointerMove', positionOf(6))
  point('pointerMove', positionOf(4))
  expect(spoken()).toContain('selected Fri, Nov 20, 16:00 to Fri, Nov 20, 21:00')
  point('pointerUp', positionOf(4))
  expect(onSelect.mock.calls).toEqual([[from + 4 * hourMs, from + 9 * hourMs]])
})

test('METR-020 Shift and the arrows select as well, Enter applies, Escape takes back', async () => {
  const onSelect = vi.fn<(start: number, end: number) => void>()
  show({ onSelect })
  await userEvent.tab()
  expect(document.activeElement).toBe(slider())
  await userEvent.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  expect(spoken()).toContain('selected Fri, Nov 20, 13:00 to Fri, Nov 20, 16:00')
  await userEvent.keyboard('{Escape}')
  expect(spoken()).not.toContain('selected')
  await userEvent.keyboard('{Enter}')
  expect(onSelect).not.toHaveBeenCalled()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}{Enter}')
  expect(onSelect.mock.calls).toEqual([[from + 2 * hourMs, from + 4 * hourMs]])
})

test('the last selected step ends where the range does', async () => {
  const onSelect = vi.fn<(start: number, end: number) => void>()
  const to = from + (hours - 1) * hourMs + 600_000
  show({ onSelect, to })
  slider().focus()
  await userEvent.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}{Enter}')
  expect(onSelect.mock.calls).toEqual([[from + 22 * hourMs, to]])
})

test('the keyboard moves the playhead and screen readers get its values', async () => {
  show()
  await userEvent.tab()
  expect(spoken()).toBe('Sat, Nov 21, 11:00: 103.0, 123 views; 93.0, the day before')
  await userEvent.keyboard('{Home}')
  expect(spoken()).toBe('Fri, Nov 20, 12:00: 80.0, 100 views; 70.0, the day before')
  await userEvent.keyboard('{ArrowRight}{PageUp}')
  expect(slider().getAttribute('aria-valuenow')).toBe('3')
})

test('METR-023 points are drawn when 10 or fewer are not zero', () => {
  const glyphs = (standing: number) =>
    show({
      series: [{ ...score, points: pointsOf((index) => (index < standing ? 5 : 0)) }],
    }).container.querySelectorAll('.ph-chart-glyph').length
  expect(glyphs(10)).toBe(10)
  expect(glyphs(11)).toBe(0)
})

test('an unknown value is a gap in the line and a dash in words', async () => {
  const { container } = show({
    series: [{ ...score, points: pointsOf((index) => (index === 5 ? null : index)) }],
  })
  const path = container.querySelector('.ph-chart-line')?.getAttribute('d') ?? ''
  expect(path.match(/M/g)).toHaveLength(2)
  point('pointerMove', positionOf(5))
  expect(spoken()).toBe('Fri, Nov 20, 17:00: –, 105 views')
})

test('METR-021 notes within 6 px of the first are one marker', () => {
  const marker = (id: string, time: number) => ({ id, time, label: id })
  const clusters = clusterMarkers(
    [marker('d', 13), marker('a', 0), marker('c', 7), marker('b', 6)],
    (time) => time,
  )
  expect(clusters.map(({ markers }) => markers.map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('METR-019 METR-021 markers are beside the slider and open their annotations', async () => {
  const onMarkers = vi.fn<(ids: string[]) => void>()
  show({
    onMarkers,
    markers: [
      { id: 'deploy', time: from + 5 * hourMs, label: 'Deploy' },
      { id: 'rollback', time: from + 5 * hourMs + 60_000, label: 'Rollback' },
      { id: 'match', time: from + 20 * hourMs, label: 'Cup final' },
      { id: 'elsewhere', time: from - hourMs, label: 'Yesterday' },
    ],
  })
  expect(within(slider()).queryByRole('button')).toBeNull()
  const group = screen.getByRole('group', { name: 'Annotations' })
  const names = within(group)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual([
    '2 annotations, Fri, Nov 20, 17:00',
    'Annotation, Sat, Nov 21, 08:00: Cup final',
  ])
  await userEvent.click(within(group).getByRole('button', { name: /2 annotations/ }))
  expect(onMarkers.mock.calls).toEqual([[['deploy', 'rollback']]])
})

test('incidents are shaded, and linked beside the slider; those over each other share a list', async () => {
  const incident = {
    from: from + 5 * hourMs,
    to: from + 7 * hourMs,
    label: 'Failures above 5 %',
    tone: 'bad' as const,
    href: '/incidents/a',
  }
  const { container } = show({
    incidents: [
      { ...incident, id: 'a' },
      {
        ...incident,
        id: 'b',
        from: from + 20 * hourMs,
        to: from + 22 * hourMs,
        tone: 'warn',
        href: '/incidents/b',
      },
      { ...incident, id: 'c', from: from + 21 * hourMs, to: undefined, href: '/incidents/c' },
      { ...incident, id: 'gone', from: from - 5 * hourMs, to: from - hourMs },
    ],
  })
  expect(drawn(container).querySelectorAll('.ph-chart-band')).toHaveLength(3)
  expect(within(slider()).queryByRole('link')).toBeNull()
  const marks = within(screen.getByRole('list', { name: 'Incidents' }))
  const link = marks.getByRole('link')
  expect(link.getAttribute('aria-label')).toBe(
    'Incident, Fri, Nov 20, 17:00 to Fri, Nov 20, 19:00: Failures above 5 %',
  )
  expect(link.getAttribute('href')).toBe('/incidents/a')
  await userEvent.tab()
  expect(document.activeElement).toBe(slider())
  await userEvent.tab()
  expect(document.activeElement).toBe(link)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const more = marks.getByRole('button', { name: '2 incidents' })
  expect(more.getAttribute('aria-expanded')).toBe('true')
  const listed = within(more.parentElement!).getAllByRole('link')
  expect(listed.map((one) => one.getAttribute('href'))).toEqual(['/incidents/b', '/incidents/c'])
  expect(listed[1]?.textContent).toBe('Incident, since Sat, Nov 21, 09:00: Failures above 5 %')
  await userEvent.tab()
  expect(document.activeElement).toBe(listed[0])
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(more)
  expect(within(more.parentElement!).queryByRole('link')).toBeNull()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab({ shift: true })
  expect(more.getAttribute('aria-expanded')).toBe('false')
})

test('the key A notes something at the playhead', async () => {
  const onAnnotate = vi.fn<(time: number) => void>()
  show({ onAnnotate })
  slider().focus()
  await userEvent.keyboard('{Home}{ArrowRight}a')
  expect(onAnnotate.mock.calls).toEqual([[from + hourMs]])
})

test('METR-025 a level is its own line, with its name on it and in the tooltip', () => {
  const { container } = show({
    levels: [{ id: 'average', label: '90-day customer average', value: 88.8 }],
  })
  expect(drawn(container).querySelector('.ph-chart-level-label')?.textContent).toBe(
    '90-day customer average',
  )
  point('pointerMove', positionOf(0))
  expect(spoken()).toContain('88.8, 90-day customer average')
})

test('several lines are named below, and every one in the tooltip', () => {
  show({ series: [score, { ...score, id: 'other', label: 'Other', tone: 2 }] })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Score',
    'Other',
  ])
  point('pointerMove', positionOf(0))
  expect(spoken()).toBe('Fri, Nov 20, 12:00: 80.0, Score · 100 views; 80.0, Other · 100 views')
})

test('bands that overlap are shaded once, those of alerts over those of warnings', () => {
  const { container } = show({
    bands: [
      { id: 'a', from, to: from + 20 * hourMs, tone: 'bad' },
      { id: 'b', from, to: from + 10 * hourMs, tone: 'bad' },
      { id: 'c', from, to: from + 5 * hourMs, tone: 'warn' },
    ],
  })
  const together = drawn(container).querySelectorAll('.ph-chart-bands')
  expect(together).toHaveLength(1)
  const tones = [...together[0]!.querySelectorAll('.ph-chart-band')].map((band) =>
    band.getAttribute('data-tone'),
  )
  expect(tones).toEqual(['warn', 'bad', 'bad'])
})

test('short bands stay five pixels wide, and have their number above', () => {
  const { container } = show({
    bands: [
      { id: 'short', from: from + 5 * hourMs, to: from + 5 * hourMs + 1_000, label: '1' },
      { id: 'before', from: from - 9 * hourMs, to: from - 8 * hourMs },
    ],
  })
  const bands = [...drawn(container).querySelectorAll('.ph-chart-band')]
  expect(bands.map((band) => band.getAttribute('width'))).toEqual(['5'])
  expect(Number(bands[0]!.getAttribute('x'))).toBeCloseTo(positionOf(5), 0)
  expect(drawn(container).querySelector('.ph-chart-band-label')?.textContent).toBe('1')
})

test('names of moments do not cover each other, and lines that would cross them are hidden', () => {
  const at = (x: number, label: string) => ({ x, label })
  expect(
    placeLabels(
      [
        at(100, 'Opened'),
        at(103, 'Notified 2 channels'),
        at(120, 'Acknowledged'),
        at(598, 'Expired'),
      ],
      600,
    ),
  ).toEqual([
    { row: 0, side: 'end', ground: undefined },
    // Acknowledged crosses it: its line is hidden behind the name.
    { row: 0, side: 'start', ground: { x: 109, width: expect.closeTo(121.6) } },
    { row: 1, side: 'start', ground: undefined },
    { row: 0, side: 'end', ground: undefined },
  ])
})

test('labels of stretches that are close are one', () => {
  const at = (x: number, label: string) => ({ x, label })
  expect(joinLabels([at(10, '1'), at(40, '2'), at(46, '3'), at(50, '4'), at(200, '5')])).toEqual([
    at(10, '1'),
    at(46.5, '2–4'),
    at(200, '5'),
  ])
  const { container } = show({
    bands: [1, 2, 3].map((number) => ({
      id: String(number),
      from: from + 5 * hourMs + number * 60_000,
      to: from + 5 * hourMs + number * 60_000 + 1_000,
      label: String(number),
    })),
  })
  const labels = [...drawn(container).querySelectorAll('.ph-chart-band-label')]
  expect(labels.map(({ textContent }) => textContent)).toEqual(['1–3'])
})

test('the handle of a threshold stands beside the plot, not on the line', () => {
  const { container } = show()
  const whole = Number.parseFloat(slider().style.width)
  expect(container.querySelector('.ph-chart-threshold')).toBeNull()
  cleanup()
  const threshold = { label: 'Value', value: 81, min: 0, max: 100, step: 1 }
  show({ threshold: { ...threshold, format: (value) => `${value} %`, onChange: () => undefined } })
  expect(Number.parseFloat(slider().style.width)).toBe(whole - 64)
})

test('moments stand where they were, with their names', () => {
  const { container } = show({
    moments: [
      { id: 'opened', time: from + 5 * hourMs, label: 'Opened' },
      { id: 'now', time: from + 23 * hourMs, label: 'Now', isNow: true },
    ],
  })
  const labels = [...drawn(container).querySelectorAll('.ph-chart-moment-label')]
  expect(labels.map(({ textContent }) => textContent)).toEqual(['Opened', 'Now'])
  const moments = [...drawn(container).querySelectorAll('.ph-chart-moment')]
  const place = moments[0]!.getAttribute('x1')
  expect(Number(place)).toBeCloseTo(positionOf(5), 0)
  expect(moments.map((moment) => moment.hasAttribute('data-now'))).toEqual([false, true])
})

test.each(['above', 'below'] as const)('a line is red where it is %s a value', (area) => {
  const { container } = show({ series: [score], alarm: { value: 90, area } })
  const red = drawn(container).querySelectorAll('[data-tone="bad"] .ph-chart-line')
  expect(red).toHaveLength(1)
  const [clip] = drawn(container).querySelectorAll('clipPath rect')
  const [top, height] = ['y', 'height'].map((name) => Number(clip!.getAttribute(name)))
  const plotHeight = Number.parseFloat(slider().style.height)
  const bottom = top! + height!
  expect(
    area === 'above' ? top! < 0 && bottom < plotHeight : top! > 0 && bottom >= plotHeight,
  ).toBe(true)
})

test('a threshold is moved by the keyboard, in steps and within its ends', () => {
  const onChange = vi.fn()
  const threshold = {
    label: 'Value',
    value: 1,
    min: 0,
    max: 1.15,
    step: 0.1,
    format: (value: number) => `${value} %`,
    onChange,
  }
  show({ threshold })
  const handle = screen.getByRole('slider', { name: 'Value' })
  expect(handle.getAttribute('aria-valuetext')).toBe('1 %')
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  fireEvent.keyDown(handle, { key: 'PageUp' })
  fireEvent.keyDown(handle, { key: 'x' })
  expect(onChange.mock.calls).toEqual([[0.9], [1.15]])
})

const views = (value: (index: number) => number | null): ChartSeries => ({
  id: 'views',
  label: 'Views',
  tone: 1,
  points: pointsOf(value),
})
const paths = (container: HTMLElement, name: string) =>
  [...drawn(container).querySelectorAll(name)].map((one) => one.getAttribute('d') ?? '')
const xOf = (spot: string) => Number(/^M?(-?[\d.]+)/.exec(spot)?.[1])

test('steps that the range cuts are dashed from their neighbours on, and have no area', () => {
  const { points } = views((index) => 50 + index)
  const to = from + 23.5 * hourMs
  const cut = points.map((one, index) => ({ ...one, isPartial: index === 0 || index === 23 }))
  const { container } = show({ series: [{ ...score, points: cut }], to })
  const [whole = ''] = paths(container, '.ph-chart-line:not([data-partial])')
  const [partial = ''] = paths(container, '.ph-chart-line[data-partial]')
  const [area = ''] = paths(container, '.ph-chart-area')
  expect(whole.split('L')).toHaveLength(22)
  expect(
    partial
      .split('M')
      .slice(1)
      .map((run) => run.split('L').length),
  ).toEqual([2, 2])
  expect(xOf(partial)).toBe(0)
  expect(xOf(area)).toBe(xOf(whole))
})

test('below a line whose axis does not start at zero, there is no area', () => {
  const series = [score]
  expect(paths(show({ series }).container, '.ph-chart-area')).toHaveLength(1)
  expect(paths(show({ series, baseline: 'data' }).container, '.ph-chart-area')).toHaveLength(0)
})

test('fewer than five of what is counted in each step are columns; a fifth makes it a line', () => {
  const few = show({ series: [views((index) => index % 5)], isCount: true }).container
  expect(drawn(few).querySelectorAll('.ph-chart-column')).toHaveLength(19)
  expect(paths(few, '.ph-chart-line')).toEqual([''])
  const more = show({ series: [views((index) => index % 6)], isCount: true }).container
  expect(drawn(more).querySelectorAll('.ph-chart-column')).toHaveLength(0)
  const shares = show({ series: [views((index) => index % 5)] }).container
  expect(drawn(shares).querySelectorAll('.ph-chart-column')).toHaveLength(0)
})
