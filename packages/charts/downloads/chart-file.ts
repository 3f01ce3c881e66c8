import type { ChartSeries } from '../chart-data.ts'
import { chartRows } from '../chart-rows.ts'

const slug = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** For example `viewer-experience-score-2026-11-20-to-2026-11-21.png`. */
export const chartFileName = (
  title: string,
  { from, to }: { from: number; to: number },
  extension: string,
): string => {
  const days = day(from) === day(to) ? day(from) : `${day(from)}-to-${day(to)}`
  return `${slug(title) || 'chart'}-${days}.${extension}`
}

// A spreadsheet would execute text that begins like a formula, also with full-width characters.
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

const cell = (value: string | number) => {
  const text = typeof value === 'string' && formulaStart.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Every point with its raw value: times in UTC, values without units. */
export const chartCsv = (series: readonly ChartSeries[]): string => {
  const hasVolume = series.some(({ points }) => points.some(({ volume }) => volume !== undefined))
  const head = [
    'time',
    ...series.flatMap(({ label }) => (hasVolume ? [label, `${label} volume`] : [label])),
  ]
  const rows = chartRows(series).map(({ time, points }) => [
    new Date(time).toISOString(),
    ...series.flatMap((_, order) => {
      const value = points[order]?.value ?? ''
      return hasVolume ? [value, points[order]?.volume ?? ''] : [value]
    }),
  ])
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

export const downloadFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
