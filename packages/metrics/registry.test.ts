import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dimensionCategories, type Dimension } from './dimension.ts'
import { customDimensionIds, dimensionIds, dimensions } from './dimensions.ts'
import { engagementChoices, engagementDimensions } from './engagement-choices.ts'
import { metricAliases, metricIds, metrics, type MetricId } from './metrics.ts'
import { measurements, type Metric } from './metric.ts'
import { metricTree } from './metric-tree.ts'
import {
  monitoringDimensionIds,
  monitoringMetricIds,
  monitoringMetrics,
  startupTimeBuckets,
} from './monitoring.ts'
import { subviewAttributes, subviewMetrics } from './subviews.ts'

const sdk = join(import.meta.dirname, '../../node_modules/@mux/mux-node/resources/data')

/** Every union of names in the SDK's types for one property, such as `metricID` or `group_by`. */
const unionsOf = (file: string, name: string): string[] => {
  const text = readFileSync(join(sdk, file), 'utf8')
  const unions = text.matchAll(new RegExp(`\\b${name}\\??: (?:Array<)?('[^;,)]+)`, 'g'))
  const names = [...unions].flatMap(([, union = '']) =>
    [...union.matchAll(/'([^']+)'/g)].map(([, one = '']) => one),
  )
  return [...new Set(names)].toSorted()
}

const missingFrom = (known: readonly string[], names: readonly string[]) =>
  names.filter((name) => !known.includes(name))

const definition = (id: MetricId): Metric => metrics[id]

/** The default measurements in the SDK's documentation, by metric. */
const documentedDefaults = () => {
  const text = readFileSync(join(sdk, 'metrics.d.ts'), 'utf8').replaceAll(/\s*\n\s*\* ?/g, ' ')
  const [, listed = ''] =
    /default measurement for each metric is: (.*?)measurement\?:/s.exec(text) ?? []
  return [...listed.matchAll(/"(\w+)" : ((?:`\w+`,? ?)+)/g)].flatMap(
    ([, measurement = '', names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, measurement })),
  )
}

test('METR-006 METR-015 the registry holds every metric of the public client', () => {
  const known = unionsOf('metrics.d.ts', 'metricID')
  expect(known).toHaveLength(51)
  expect(missingFrom(metricIds, known)).toEqual([])
  expect(
    metricIds.map((id) => {
      const { title, group, unit, better, bucket, defaultMeasurement } = definition(id)
      const measured = Object.keys(definition(id).measurements).join(' ')
      return `${group} ${id} "${title}" ${unit} ${better} ${bucket} ${defaultMeasurement} of ${measured}`
    }),
  ).toMatchSnapshot()
})

test('default measurements are those the public client documents', () => {
  const documented = documentedDefaults()
  expect(documented.length).toBeGreaterThan(45)
  const differing = documented.filter(({ name, measurement }) => {
    const id = metricIds.find((one) => one === name) ?? metricAliases[name as 'score']
    return id === undefined || definition(id).defaultMeasurement !== measurement
  })
  expect(differing).toEqual([])
})

test('the public client knows the same measurements', () => {
  expect(unionsOf('metrics.d.ts', 'measurement')).toEqual([...measurements].toSorted())
})

test('METR-045 every breakdown dimension of the public client can be broken down by', () => {
  const known = [
    ...unionsOf('metrics.d.ts', 'dimension'),
    ...unionsOf('metrics.d.ts', 'group_by').filter((name) => name.includes('_') || name === 'asn'),
  ].filter((name) => name !== 'ten_minutes')
  expect(new Set(known).size).toBeGreaterThan(90)
  const offered = dimensionIds.filter((id) => dimensions[id].isBreakdown)
  expect(missingFrom(offered, known)).toEqual([])
  const listed = ['player_language', 'player_poster', 'video_language', 'video_producer']
  const more = ['video_variant_id', 'video_variant_name', 'view_dropped_frame_count']
  expect(missingFrom(offered, [...customDimensionIds, ...listed, ...more])).toEqual([])
  expect(customDimensionIds).toHaveLength(20)
})

test('METR-046 dimensions have a title, stand in a known category and are printed whole', () => {
  const shown = dimensionIds.map((id) => {
    const one: Dimension = dimensions[id]
    expect(one.title).not.toBe('')
    const marks = [
      one.isBasic && 'basic',
      one.isMonitoring && 'monitoring',
      !one.isBreakdown && 'detail',
    ].filter(Boolean)
    return [one.category, id, one.column, one.valueKind, ...marks].join(' ')
  })
  expect(shown).toMatchSnapshot()
  const used = [...new Set(dimensionIds.map((id) => dimensions[id].category))]
  expect(used).toEqual([...dimensionCategories])
})

test('METR-049 METR-060 basic dimensions answer for long ranges, and all of them can be broken down by', () => {
  const basic = dimensionIds.filter((id) => dimensions[id].isBasic)
  expect(basic).toContain('video_title')
  expect(basic).not.toContain('country')
  expect(basic.filter((id) => !dimensions[id].isBreakdown)).toEqual([])
})

test('MONI-003 MONI-005 MONI-021 the real-time registry holds what the public client and the dashboard ask', () => {
  const numbers = unionsOf('monitoring/metrics.d.ts', 'monitoringMetricID')
  const histograms = unionsOf('monitoring/metrics.d.ts', 'monitoringHistogramMetricID')
  expect(monitoringMetricIds.toSorted()).toEqual([...numbers, ...histograms].toSorted())
  expect(monitoringMetricIds.filter((id) => monitoringMetrics[id].isHistogram)).toEqual(histograms)
  const known = unionsOf('monitoring/metrics.d.ts', 'dimension')
  expect(missingFrom(monitoringDimensionIds, [...known, 'platform', 'video_id'])).toEqual([])
  expect(monitoringMetrics['current-concurrent-viewers'].unit).toBe('number')
  expect(monitoringMetrics['current-average-bitrate'].unit).toBe('bits_per_second')
})

test('every real-time metric has its own colour', () => {
  const colors = new Set(monitoringMetricIds.map((id) => monitoringMetrics[id].colorKey))
  expect(colors.size).toBe(monitoringMetricIds.length)
})

test('MONI-021 the buckets of startup times touch and the last is open', () => {
  startupTimeBuckets.forEach(({ end }, index) => {
    expect(end).toBe(startupTimeBuckets[index + 1]?.start ?? null)
  })
})

test('the tree shows every metric exactly once', () => {
  const shown = metricTree.flatMap(({ metric, items }) => [...(metric ? [metric] : []), ...items])
  expect(shown.toSorted()).toEqual(metricIds.toSorted())
})

test('METR-015 every metric has texts and a default measurement, and no alias hides a metric', () => {
  for (const id of metricIds) {
    const { title, description, explanation, defaultMeasurement } = definition(id)
    for (const text of [title, description, explanation]) expect(text, id).not.toBe('')
    expect(description, id).toMatch(/[.]$/)
    expect(definition(id).measurements[defaultMeasurement], id).toBeDefined()
  }
  expect(Object.keys(metricAliases).filter((alias) => Object.hasOwn(metrics, alias))).toEqual([])
})

test('views cannot be filtered by what is no value of one view', () => {
  const unfiltered = metricIds.filter((id) => definition(id).filterColumn === undefined)
  expect(unfiltered.toSorted()).toEqual([
    'exits_before_video_start',
    'unique_viewers',
    'video_startup_failure_percentage',
    'view_dropped_percentage',
    'views',
  ])
})

test('ad metrics are beta, and no others', () => {
  const beta = metricIds.filter((id) => definition(id).isBeta)
  expect(beta).toEqual(metricIds.filter((id) => definition(id).group === 'ads'))
  expect(beta.length).toBeGreaterThan(10)
})

test('ENGA-005 ENGA-006 ENGA-007 the engagement choices ask measured metrics', () => {
  expect(engagementDimensions.map(({ id }) => id)).toEqual([
    'video_title',
    'viewer_device_category',
    'country',
    'operating_system',
    'video_creator_id',
    'player_name',
    'video_id',
    'page_type',
  ])
  expect(engagementDimensions[1].title).toBe('Devices')
  expect(Object.keys(engagementChoices)).toEqual([
    'views',
    'unique_viewers',
    'total_playing_time',
    'avg_playing_time',
    'video_completion_percentage',
  ])
  for (const { metric, measurement } of Object.values(engagementChoices))
    expect(definition(metric).measurements[measurement]).toBeDefined()
})

test('the subview registry holds what the public client asks', () => {
  expect(unionsOf('subview-metrics.d.ts', 'metricID')).toEqual(Object.keys(subviewMetrics))
  expect(unionsOf('subview-metrics.d.ts', 'subviewType')).toEqual(
    Object.keys(subviewAttributes).toSorted(),
  )
  expect(unionsOf('subview-metrics.d.ts', 'group_by')).toEqual(
    [...subviewAttributes.rendition].toSorted(),
  )
})
