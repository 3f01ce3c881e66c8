#!/usr/bin/env node
// Usage: node bench/anomalies.mjs [--days=30] [--planted=50] – how many incidents the search for anomalies opens over days in
// which nothing happens, and how many planted ones it finds with their cause: an audience with a pattern of day and week, judged by
// the functions of the server without databases.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { writeResults } from './write-results.mjs'

register()
const { anomalyLimits } = await import('@playhead/features/data/alerts/contract')
const { countFalseAlarms } = await import('./anomalies/count-false-alarms.ts')
const { countFound } = await import('./anomalies/count-found.ts')

const { values: options } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    planted: { type: 'string', default: '50' },
  },
})
const [days, planted] = [Number(options.days), Number(options.planted)]
const from = 1_764_547_200
const rows = []
const { distances } = anomalyLimits
for (const sensitivity of ['medium', 'high']) {
  const { found, withCause, missed } = await countFound({
    count: planted,
    meanViews: 300,
    limit: distances[sensitivity],
    from,
  })
  rows.push([
    `Planted incidents of at least 60 views found within two windows, 300 views in five minutes, sensitivity ${sensitivity}`,
    `${found} of ${planted}`,
  ])
  rows.push(['Of these with the planted cause, and no other value', `${withCause} of ${planted}`])
  for (const line of missed) console.log(`${sensitivity}, not as planted: ${line}`)
}
for (const meanViews of [14, 100]) {
  const limits = Object.values(distances)
  const counts = await countFalseAlarms({ days, meanViews, limits, from })
  for (const [sensitivity, limit] of Object.entries(distances)) {
    rows.push([
      `False alarms, ${meanViews} views in five minutes, sensitivity ${sensitivity}`,
      String(counts.get(limit)),
    ])
    console.log(rows.at(-1).join(': '))
  }
}
writeResults(
  path.join(import.meta.dirname, '..'),
  'anomalies',
  rows,
  `${days} simulated days in which nothing happens, six metrics of all views and 41 values; half of the views of a planted value fail or leave, or wait fifteen times as long, or start four times as late.`,
)
