import { expect, test } from 'vitest'
import { affectedText, affectedWords } from './affected-words.ts'
import type { Incident } from './incident-words.ts'
import { incidentTitle, statusTone } from './incident-words.ts'
import { momentsOf, seriesOf, seriesUntil } from './incident/incident-series.ts'
import { metricText, valueText } from './metric-text.ts'
import {
  exactnessOf,
  longDuration,
  nothingText,
  offeredSuggestions,
  verdictOf,
} from './rule/backtest-words.ts'
import { scaledClosing } from './rule/rule-values.ts'
import { filterTexts, type Rule, scopeText } from './rule-words.ts'

test.each([
  ['threshold', 'open', 'Incident - open'],
  ['threshold', 'closed', 'Incident - resolved'],
  ['threshold', 'resolved', 'Incident - resolved'],
  ['threshold', 'expired', 'Incident - expired'],
  ['anomaly', 'closed', 'Anomaly Alert Incident - resolved'],
] as const)('ALRT-006 ALRT-007 ALRT-008 the title of %s, %s', (type, status, title) => {
  expect(incidentTitle({ type, status })).toBe(title)
})

test.each([
  ['playback-failure-percentage', 5, '5 %'],
  ['playback-failure-percentage', 2.456, '2.46 %'],
  ['playback-failure-percentage', 0.00912, '0.0091 %'],
  ['playback-failure-percentage', 0, '0 %'],
  ['current-average-bitrate', 1.5, '1.5 Mbps'],
  ['current-concurrent-viewers', 12_345, '12,345'],
  ['current-concurrent-viewers', null, '–'],
  ['video_startup_time', 819.34, '0.82 s'],
])('%s %s is written %s', (metric, value, text) => {
  expect(metricText(metric, value)).toBe(text)
})

test('minutes are listed once, what was recorded wins, and a missing stretch is a gap', () => {
  const incident = {
    timeSeriesDataOnStart: [
      { time: 60, metricValue: 1 },
      { time: 120, metricValue: 2 },
    ],
    timeSeriesDataOnEnd: [{ time: 605, metricValue: 4 }],
  } as unknown as Incident
  const points = seriesOf(incident, [{ time: 120, metricValue: 3 }])
  expect(points).toEqual([
    { time: 60_000, value: 1 },
    { time: 120_000, value: 3 },
    { time: 180_000, value: null },
    { time: 600_000, value: 4 },
  ])
})

test('the line reaches now, or the end of an incident', () => {
  const incident = {
    timeSeriesDataOnStart: [{ time: 60, metricValue: 1 }],
    timeSeriesDataOnEnd: [],
    endTime: null,
    metricNow: 7,
    metricOnEnd: null,
  } as unknown as Incident
  expect(seriesUntil(incident, [], 95_000).at(-1)).toEqual({ time: 95_000, value: 7 })
  const ended = { ...incident, endTime: 90, metricOnEnd: 4 } as Incident
  expect(seriesUntil(ended, [], 999_000).at(-1)).toEqual({ time: 90_000, value: 4 })
  const before = { ...ended, endTime: 60 } as Incident
  expect(seriesUntil(before, [], 999_000)).toEqual([{ time: 60_000, value: 1 }])
})

test('there is no line over a time of which nothing is known', () => {
  const incident = {
    timeSeriesDataOnStart: [{ time: 60, metricValue: 1 }],
    timeSeriesDataOnEnd: [],
    endTime: null,
    metricNow: 7,
    metricOnEnd: null,
  } as unknown as Incident
  // A minute is recorded once it has ended, and takes some seconds to arrive.
  expect(seriesUntil(incident, [], 200_000)).toHaveLength(2)
  expect(seriesUntil(incident, [], 1_260_000)).toEqual([
    { time: 60_000, value: 1 },
    { time: 120_000, value: null },
    { time: 1_260_000, value: 7 },
  ])
})

test('the moments of an incident', () => {
  const open = { startTime: 100, endTime: null, acknowledgedAt: null, status: 'open' } as Incident
  expect(momentsOf(open, 200_000)).toEqual([
    { id: 'opened', time: 100_000, label: 'Opened' },
    { id: 'end', time: 200_000, label: 'Now', isNow: true },
  ])
  const ended = {
    ...open,
    endTime: 300,
    acknowledgedAt: new Date(150_000).toISOString(),
    status: 'closed',
  } as Incident
  expect(momentsOf(ended, 999_000).map(({ label, time }) => `${label} ${time}`)).toEqual([
    'Opened 100000',
    'Acknowledged 150000',
    'Ended 300000',
  ])
})

test.each([
  [{ fired: 3, seconds: 2_460 }, 30, '3 times in the last 30 days, for 41 minutes altogether.'],
  [{ fired: 1, seconds: 90 }, 7, '1 time in the last 7 days, for 2 minutes.'],
  [{ fired: 2, seconds: 40 }, 1, '2 times in the last 24 hours, for 40 seconds altogether.'],
])('%o in %d days', (backtest, days, text) => {
  const points = [{ time: 0, metricValue: 1 }]
  const { parts } = verdictOf({ ...backtest, points }, days)
  expect(parts.join('')).toBe(`This rule would have fired ${text}`)
})

test.each([
  [1, 'This rule would not have fired in the last 30 days.'],
  [null, 'This rule had nothing to judge in the last 30 days.'],
])('without firings and with the value %s', (metricValue, text) => {
  const points = [
    { time: 0, metricValue: null },
    { time: 60, metricValue },
  ]
  expect(verdictOf({ fired: 0, seconds: 0, points }, 30).parts.join('')).toBe(text)
})

test.each([
  [0, 'a moment'],
  [1, '1 second'],
  [7_199, '120 minutes'],
  [7_200, '2 hours'],
  [86_400 * 3, '3 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(longDuration(seconds)).toBe(text)
})

const suggestion = (value: number, fired: number) => ({ value, fired, seconds: 0 })

test('the nearest value of each other count is offered, at most three', () => {
  const all = [
    suggestion(1, 40),
    suggestion(2, 11),
    suggestion(3, 11),
    suggestion(5, 3),
    suggestion(8, 1),
    suggestion(9, 1),
    suggestion(20, 0),
  ]
  expect(offeredSuggestions(all, { fired: 3, value: 5 })).toEqual([
    suggestion(8, 1),
    suggestion(3, 11),
    suggestion(1, 40),
  ])
})

test('a rule that fires all the time is offered quieter values', () => {
  const all = [
    suggestion(20, 100),
    suggestion(30, 81),
    suggestion(40, 45),
    suggestion(50, 12),
    suggestion(60, 9),
    suggestion(70, 1),
    suggestion(80, 0),
  ]
  expect(offeredSuggestions(all, { fired: 100, value: 20 })).toEqual([
    suggestion(70, 1),
    suggestion(60, 9),
    suggestion(40, 45),
  ])
})

test('ALRT-006 an open incident is orange', () => {
  expect(statusTone.open).toBe('warn')
})

test('what a rule watches, in words and as filters', () => {
  const filters = [
    { dimension: 'country', value: 'DE', displayValue: 'Germany', exclude: false },
    { dimension: 'cdn', value: null, displayValue: '', exclude: true },
    { dimension: 'asn', value: '3320', displayValue: 'AS3320 Deutsche Telekom', exclude: false },
  ] as const
  const texts = scopeText({ filters: [...filters], groupBy: ['player_name'] })
  expect(texts).toMatch(/^Country is Germany and CDN is not Unknown and .* is AS3320 Deutsche/)
  expect(texts).toMatch(/, for each Player( name)?$/)
  expect(filterTexts(filters)).toEqual(['country:DE', '!cdn:__null__', 'asn:3320'])
  expect(scopeText({ filters: [], groupBy: [] })).toBe('All views')
})

const ruleOf = (area: string) =>
  ({ alertRule: { thresholdAlert: { area } }, anomaly: null, type: 'threshold' }) as Incident
const ofAnomaly = { alertRule: null, type: 'anomaly' } as Incident

test.each([
  [ruleOf('above'), 'playback-failure-percentage', 'failed, beyond what the rule allows'],
  [
    ruleOf('above'),
    'video-startup-failure-percentage',
    'failed to start, beyond what the rule allows',
  ],
  [
    ruleOf('above'),
    'exits-before-video-start',
    'left before the start, beyond what the rule allows',
  ],
  [ruleOf('below'), 'playback-failure-percentage', 'concurrent viewers at the start'],
  [ruleOf('above'), 'current-rebuffering-percentage', 'concurrent viewers at the start'],
  [ofAnomaly, 'playback_failure_percentage', 'failed, beyond what is usual'],
  [ofAnomaly, 'views', 'fewer than usual'],
  [ofAnomaly, 'rebuffer_percentage', 'ended while it was unusual'],
] as const)(
  'affected views count what their metric counts (%#)',
  (incident, measurement, words) => {
    expect(affectedWords({ ...incident, measurement })).toBe(words)
  },
)

test.each([
  ['playback-failure-percentage', 'above', ['5', '4'], '2.5', '2'],
  ['playback-failure-percentage', 'above', ['3', '1'], '1', '0.33'],
  ['playback-failure-percentage', 'above', ['5', '4'], '0.005', '0.004'],
  ['playback-failure-percentage', 'above', ['5', '6'], '2', '2'],
  ['playback-failure-percentage', 'above', ['5', ''], '2', ''],
  ['playback-failure-percentage', 'above', ['', '4'], '2', '4'],
  ['playback-failure-percentage', 'above', ['0', '0'], '2', '0'],
  ['playback-failure-percentage', 'below', ['50', '80'], '75', '100'],
  ['current-concurrent-viewers', 'below', ['50', '80'], '75', '120'],
] as const)('the closing value of %s %s %j at %s is %s', (metric, area, pair, next, text) => {
  const [value, closeValue] = pair
  expect(scaledClosing({ metric, area, value, closeValue }, next)).toBe(text)
})

test.each([
  ['samples', [], '20', 1, 'Exact: every step of five seconds.'],
  [
    'samples',
    ['cdn', 'country'],
    '20',
    1,
    'Exact: every step of five seconds, of the 20 largest groups by CDN and Country.',
  ],
  [
    'recorded',
    ['cdn'],
    '1',
    0.5,
    'Exact: what this rule has recorded, by the minute, of the largest group by CDN. Something is known of 50 % of the time.',
  ],
] as const)('%s by %j, at most %s groups', (method, groupBy, groupsMax, knownShare, text) => {
  expect(exactnessOf({ method, knownShare }, { groupBy: [...groupBy], groupsMax })).toBe(text)
})

test.each([
  [0, '0'],
  [0.3, 'under 1'],
  [0.7, '1'],
  [412.4, '412'],
  [2_314, '2,310'],
  [18_643.7, '18,600'],
])('%d affected views are written %s', (count, text) => {
  expect(affectedText(count)).toBe(text)
})

test.each([
  ['current-concurrent-viewers', 53.1, '53 viewers'],
  ['current-concurrent-viewers', 0.4, '0.4 viewers'],
  ['current-concurrent-viewers', 1, '1 viewer'],
  ['views', 1_204, '1,204 views'],
  ['current-average-bitrate', 53.1, '53.1 Mbps'],
  ['current-concurrent-viewers', null, '–'],
])('%s %s is read as %s', (metric, value, text) => {
  expect(valueText(metric, value)).toBe(text)
})

test.each([
  [
    '25',
    0.5,
    [],
    'No window of this time has at least 25 viewers. Lower the minimum, or save the rule all the same.',
  ],
  ['25', 0, [], 'There are no views of this time. The rule can be saved all the same.'],
  ['0', 0.5, [], 'There are no views of this time. The rule can be saved all the same.'],
  ['0', 0.5, [{}], 'No views of this time pass the filters. The rule can be saved all the same.'],
  [
    '5',
    0.5,
    [{}],
    'No window of this time has at least 5 viewers that pass the filters. Lower the minimum, or save the rule all the same.',
  ],
])(
  'with a minimum of %s and %s known, a backtest without values says why',
  (minViews, knownShare, filters, text) => {
    const metric = 'current-rebuffering-percentage'
    expect(nothingText({ metric, minViews, filters: filters as Rule['filters'] }, knownShare)).toBe(
      text,
    )
  },
)

test('a rule about starts counts attempts', () => {
  const values = { metric: 'exits-before-video-start', minViews: '25', filters: [] } as const
  expect(nothingText({ ...values, filters: [] }, 1)).toMatch(
    /^No window of this time has at least 25 attempts to start\./,
  )
})
