import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { BarList } from './columns/bar-list.tsx'
import type { ChartSeries } from './chart-data.ts'
import { ChartFrame } from './frame/chart-frame.tsx'
import { ChartMenu, type ChartMenuProps } from './frame/chart-menu.tsx'
import { takeChartPicture } from './downloads/chart-picture.ts'
import { ChartTable } from './chart-table.tsx'
import { ColumnChart } from './columns/column-chart.tsx'
import { LineChart } from './lines/line-chart.tsx'
import { Sparkline } from './lines/sparkline.tsx'

const hourMs = 3_600_000
const from = new Date(2026, 10, 20, 12).getTime()
const span = { from, to: from + 24 * hourMs, stepMs: hourMs }
const format = (value: number | null) => (value === null ? '–' : String(value))
const formatVolume = (count: number) => `${count} views`

const series: ChartSeries[] = [
  {
    id: 'score',
    label: 'Score',
    tone: 1,
    points: [
      { time: from, value: 84, volume: 12 },
      { time: from + hourMs, value: null, volume: 0 },
    ],
  },
  { id: 'before', label: 'the day before', tone: 'compare', points: [{ time: from, value: 81 }] },
]

afterEach(() => vi.restoreAllMocks())

const Chart = (more: Partial<ChartMenuProps>) => {
  const holder = useRef<HTMLDivElement>(null)
  const [isTable, setTable] = useState(false)
  return (
    <div ref={holder}>
      <ChartMenu
        title="Score"
        holder={holder}
        span={span}
        isTable={isTable}
        onTable={setTable}
        csv={() => 'time,Score\r\n'}
        {...more}
      />
      {isTable ? (
        <ChartTable
          label="Score"
          series={series}
          {...span}
          format={format}
          formatVolume={formatVolume}
        />
      ) : (
        <LineChart label="Score" series={series} {...span} format={format} />
      )}
      <ToastRegion />
    </div>
  )
}

const openMenu = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Options of Score' }))
  return screen.findByRole('menu')
}

const choose = async (name: string) =>
  userEvent.click(within(await openMenu()).getByRole('menuitem', { name }))

/** The files that the browser was told to save. */
const downloads = () => {
  const files: { name: string; content: Blob }[] = []
  const contents: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    contents.push(content as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, content: contents.at(-1)! })
  })
  return files
}

test('one menu holds what can be done with a chart, the caller’s own entries first', async () => {
  const onSelect = vi.fn<() => void>()
  render(<Chart entries={[{ id: 'why', label: 'Why?', onSelect }]} />)
  const names = within(await openMenu())
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Why?',
    'Show as table',
    'Download PNG',
    'Download SVG',
    'Download CSV',
    'Copy link',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Why?' }))
  expect(onSelect).toHaveBeenCalledOnce()
})

test('METR-018 the table twin shows every point with its volume, and leads back to the chart', async () => {
  render(<Chart />)
  await choose('Show as table')
  const table = screen.getByRole('table', { name: 'Score' })
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['Time', 'Score', 'the day before', 'Volume'],
    ['Fri, Nov 20, 12:00', '84', '81', '12 views'],
    ['Fri, Nov 20, 13:00', '–', '–', '0 views'],
  ])
  await choose('Show as chart')
  expect(screen.getByRole('slider', { name: 'Score' })).toBeTruthy()
})

test('the data is saved as CSV that begins with a byte-order mark and the chart as SVG, named after what they show', async () => {
  const files = downloads()
  render(<Chart />)
  await choose('Download CSV')
  await choose('Download SVG')
  await waitFor(() => expect(files).toHaveLength(2))
  expect(files.map(({ name }) => name.replace(/-\d{4}.*\./, '.'))).toEqual([
    'score.csv',
    'score.svg',
  ])
  const asItIs = new TextDecoder('utf-8', { ignoreBOM: true })
  expect(asItIs.decode(await files[0]!.content.arrayBuffer())).toBe('\uFEFFtime,Score\r\n')
  expect(await files[1]!.content.text()).toContain('<svg')
})

test('a file that cannot be made is said to be one', async () => {
  render(<Chart csv={() => Promise.reject(new Error('away'))} />)
  await choose('Download CSV')
  expect(await screen.findByText('The file could not be made')).toBeTruthy()
})

test('the link of the screen is copied, which the menu says for two seconds', async () => {
  const user = userEvent.setup()
  render(<Chart />)
  await user.click(screen.getByRole('button', { name: 'Options of Score' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Copied')
  const copiedAt = Date.now()
  expect(screen.getByRole('status').textContent).toBe('Copied')
  expect(await navigator.clipboard.readText()).toBe(globalThis.location.href)
  expect(toasts.list()).toEqual([])
  await waitFor(() => expect(screen.queryByText('Copied')).toBeNull(), { timeout: 10_000 })
  expect(Date.now() - copiedAt).toBeGreaterThan(1_500)
})

test('a link that can not be copied is said to be one', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  render(<Chart />)
  await user.click(screen.getByRole('button', { name: 'Options of Score' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  expect(await screen.findByText('The link could not be copied')).toBeTruthy()
  expect(screen.queryByRole('tooltip')).toBeNull()
  act(() => toasts.clear())
})

test('without data there is nothing to save', async () => {
  render(<Chart isEmpty csv={undefined} />)
  const items = within(await openMenu()).getAllByRole('menuitem')
  const usable = items.filter((item) => item.getAttribute('aria-disabled') !== 'true')
  expect(usable.map(({ textContent }) => textContent)).toEqual(['Copy link'])
})

test('a picture says its own colours and what it shows', () => {
  document.documentElement.style.setProperty('--surface', '#ffffff')
  const { container } = render(<Chart />)
  const picture = takeChartPicture(container, { title: 'Score', detail: 'Nov 20', series })!
  expect(picture.height).toBeGreaterThan(340)
  expect(picture.svg).toContain('>Score</text>')
  expect(picture.svg).toContain('>Nov 20</text>')
  expect(picture.svg).toContain('>the day before</text>')
  expect(picture.svg).not.toMatch(/class=|style=|var\(/)
  document.documentElement.style.removeProperty('--surface')
})

test('METR-026 METR-029 a chart without data says so, and one that failed offers another try', async () => {
  const onRetry = vi.fn<() => void>()
  const { rerender } = render(<ChartFrame state={{ kind: 'empty' }}>chart</ChartFrame>)
  expect(screen.getByText('No data available')).toBeTruthy()
  expect(screen.getByText('Change the time frame or filters.')).toBeTruthy()
  rerender(<ChartFrame state={{ kind: 'failed', message: 'Away.', onRetry }}>chart</ChartFrame>)
  expect(screen.getByText('Failed to load data')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
  rerender(<ChartFrame state={{ kind: 'loading' }}>chart</ChartFrame>)
  expect(screen.getByText('Loading the chart')).toBeTruthy()
  rerender(<ChartFrame state={{ kind: 'ready' }}>chart</ChartFrame>)
  expect(screen.getByText('chart')).toBeTruthy()
})

const parts = [
  { id: 'good', label: 'Good', tone: 'good' as const },
  { id: 'bad', label: 'Bad', tone: 'bad' as const },
]
const columns = [
  { id: 'a', label: '0–1 s', values: [4, 2] },
  { id: 'b', label: '1–2 s', title: 'From 1 to 2 s', values: [3, null] },
  { id: 'c', label: '2 s +', values: [0, 1] },
]

test('columns are stacked, read by the keyboard and selected by Shift and the arrows', async () => {
  const onSelect = vi.fn<(first: number, last: number) => void>()
  const { container } = render(
    <ColumnChart
      label="Startup"
      columns={columns}
      parts={parts}
      format={format}
      onSelect={onSelect}
    />,
  )
  expect(container.querySelectorAll('.ph-chart-column')).toHaveLength(4)
  const slider = screen.getByRole('slider', { name: 'Startup' })
  await userEvent.tab()
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toBe('From 1 to 2 s: 3, Good; –, Bad')
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}')
  expect(onSelect.mock.calls).toEqual([[1, 2]])
  fireEvent.pointerMove(slider, { clientX: 1, pointerId: 1 })
  expect(slider.getAttribute('aria-valuetext')).toBe('0–1 s: 4, Good; 2, Bad')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Good',
    'Bad',
  ])
})

test('what is expected, what was before, and the word of a peak are drawn, and said by the keyboard', async () => {
  const { container } = render(
    <ColumnChart
      label="Cost"
      columns={[
        { id: 'a', label: '1', values: [4, 2], before: 3, mark: 'Cup final' },
        { id: 'b', label: '2', values: [1, 1], before: 5, isOpen: true, band: { low: 2, high: 2 } },
        { id: 'c', label: '3', values: [0, 0], band: { low: 3, high: 9 } },
      ]}
      parts={parts}
      format={format}
      bandLabel="Forecast"
      beforeLabel="October"
    />,
  )
  expect(screen.getByText('Cup final')).toBeTruthy()
  expect(container.querySelectorAll('.ph-chart-expected')).toHaveLength(2)
  expect(container.querySelectorAll('[data-open]')).toHaveLength(2)
  expect(container.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(2)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Good',
    'Bad',
    'October',
    'Forecast',
  ])
  const slider = screen.getByRole('slider', { name: 'Cost' })
  await userEvent.tab()
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toBe('2: 1, Good; 1, Bad; 2, Forecast; 5, October')
  await userEvent.keyboard('{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toBe('3: 0, Good; 0, Bad; 3 to 9, Forecast')
})

test('bars are as wide as their share, which is never more than all', () => {
  const { container } = render(
    <BarList
      label="Browsers"
      items={[
        { id: 'chrome', label: 'Chrome', value: '48.2k', share: 0.5, detail: '50 %' },
        { id: 'other', label: 'Other', value: '2', share: 7 },
        { id: 'none', label: 'None', value: '–', share: Number.NaN },
      ]}
    />,
  )
  const list = screen.getByRole('list', { name: 'Browsers' })
  expect(within(list).getAllByRole('listitem')[0]!.textContent).toBe('Chrome48.2k50 %')
  const widths = [...container.querySelectorAll<HTMLElement>('.ph-bar-fill')].map((bar) =>
    bar.style.getPropertyValue('--ph-share'),
  )
  expect(widths).toEqual(['50.00%', '100.00%', '0.00%'])
})

test('a sparkline says its lowest and highest value to the pointer, and has an area from zero only', () => {
  const format = (value: number) => `${value} %`
  const { container, rerender } = render(
    <Sparkline label="Failures" values={[3, null, 12, 4]} format={format} />,
  )
  expect(container.querySelector('[title]')?.getAttribute('title')).toBe('Lowest 3 %, highest 12 %')
  expect(container.querySelector('.ph-chart-area')).toBeNull()
  rerender(<Sparkline label="Failures" values={[3, 12]} baseline="zero" />)
  expect(container.querySelector('.ph-chart-area')).toBeTruthy()
})

test('a sparkline is dashed where a step is not over', () => {
  const { container } = render(
    <Sparkline label="Views" values={[5, 6, 7, 1]} isPartial={(index) => index === 3} />,
  )
  const [whole, cut] = [...container.querySelectorAll('.ph-chart-line')]
  expect(whole?.getAttribute('d')?.split(/[ML]/).filter(Boolean)).toHaveLength(3)
  expect(cut?.hasAttribute('data-partial')).toBe(true)
  expect(cut?.getAttribute('d')?.split(/[ML]/).filter(Boolean)).toHaveLength(2)
})

test('a sparkline has a name, and gaps where nothing is known', () => {
  render(<Sparkline label="Views of the last hour" values={[1, 2, null, 4, 5]} />)
  const path = screen.getByRole('img', { name: 'Views of the last hour' }).lastElementChild
  expect(path?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
})
