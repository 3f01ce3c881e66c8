import { expect, test } from 'vitest'
import type { ChartSeries } from '../chart-data.ts'
import { chartCsv, chartFileName } from './chart-file.ts'

const one = Date.UTC(2026, 10, 21, 3)
const two = Date.UTC(2026, 10, 21, 4)

test('a file is named after what it shows and when', () => {
  const span = { from: Date.UTC(2026, 10, 20, 12), to: one }
  expect(chartFileName('Viewer Experience Score', span, 'png')).toBe(
    'viewer-experience-score-2026-11-20-to-2026-11-21.png',
  )
  expect(chartFileName('…', { from: one, to: two }, 'svg')).toBe('chart-2026-11-21.svg')
})

test('the data has a line for each moment, a column for each line, and nothing where nothing is known', () => {
  const series: ChartSeries[] = [
    {
      id: 'a',
      label: 'Views, all',
      tone: 1,
      points: [
        { time: one, value: 0.25, volume: 8 },
        { time: two, value: null, volume: 0 },
      ],
    },
    { id: 'b', label: '=the day before', tone: 'compare', points: [{ time: two, value: 3 }] },
  ]
  expect(chartCsv(series).split('\r\n')).toEqual([
    `time,"Views, all","Views, all volume",'=the day before,'=the day before volume`,
    '2026-11-21T03:00:00.000Z,0.25,8,,',
    '2026-11-21T04:00:00.000Z,,0,3,',
    '',
  ])
})
