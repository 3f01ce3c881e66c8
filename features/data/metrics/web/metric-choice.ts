import type { Search } from '@playhead/web-kit/navigation/url-state.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { metricAliases, type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { metricLimits } from '../contract.ts'

export const tabs = ['description', 'breakdown', 'insights', 'video-views'] as const
export type MetricsTab = (typeof tabs)[number]

const graphs = ['previous', 'average'] as const
export type Graph = (typeof graphs)[number]

const orders = ['negative_impact', 'value', 'views', 'field'] as const
export type Order = (typeof orders)[number]
export type Direction = 'asc' | 'desc'

/** What the URL chooses in addition to the question. METR-008, METR-009, METR-010 */
export interface MetricChoice {
  metric: MetricId
  measurement: Measurement
  dimension: DimensionId
  tab: MetricsTab
  /** Search text for the values of the table; empty for all. METR-101 */
  query: string
  graphs: readonly Graph[]
  order: Order
  direction: Direction
}

const usual = {
  metric: 'viewer_experience_score',
  dimension: metricLimits.breakdownDimension,
  tab: 'breakdown',
  graphs: ['previous'],
} as const satisfies Partial<MetricChoice>

/** In the URL: the default graph, the previous range, is switched off. */
const noGraph = 'none'

const last = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value)
const list = (value: string | string[] | undefined) =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value]
const oneOf = <Value extends string>(all: readonly Value[], text: string | undefined) =>
  all.find((value) => value === text)

const metricNamed = (name = ''): MetricId => {
  if (Object.hasOwn(metrics, name)) return name as MetricId
  if (Object.hasOwn(metricAliases, name)) return metricAliases[name as keyof typeof metricAliases]
  return usual.metric
}

const measurements = ['avg', 'median', '95th', 'sum', 'count'] as const

/** In the order of the menu. */
export const measurementsOf = ({ measurements: known }: Metric): readonly Measurement[] =>
  measurements.filter((measurement) => known[measurement])

/** TIME-008: older ranges have only the basic dimensions. */
const dimensionNamed = (name: string | undefined, isHistorical: boolean): DimensionId => {
  const known: Record<string, Dimension> = dimensions
  const dimension = name !== undefined && Object.hasOwn(known, name) ? known[name] : undefined
  if (!dimension?.isBreakdown || (isHistorical && !dimension.isBasic)) return usual.dimension
  return name as DimensionId
}

/** METR-011, METR-012 */
export const isTabThere = (tab: MetricsTab, { category }: Metric) =>
  tab !== 'insights' || category !== 'viewer_metrics'
export const isTabUsable = (tab: MetricsTab, isHistorical: boolean) =>
  !isHistorical || (tab !== 'insights' && tab !== 'video-views')

/** Metrics without a better direction have no impact to sort by. */
export const defaultOrder = ({ better }: Metric): Order =>
  better === 'neither' ? 'value' : 'negative_impact'
const ordersOf = (metric: Metric): readonly Order[] =>
  orders.filter((order) => order !== 'negative_impact' || metric.better !== 'neither')

const graphsIn = (value: string | string[] | undefined): readonly Graph[] => {
  const texts = list(value)
  if (!texts) return usual.graphs
  const found = graphs.filter((graph) => texts.includes(graph))
  return found.length > 0 || texts.includes(noGraph) ? found : usual.graphs
}

export const readChoice = (search: Search, isHistorical: boolean): MetricChoice => {
  const id = metricNamed(last(search.metric))
  const metric: Metric = metrics[id]
  const tab = oneOf(tabs, last(search.activeTab)) ?? usual.tab
  return {
    metric: id,
    measurement:
      oneOf(measurementsOf(metric), last(search.measurement)) ?? metric.defaultMeasurement,
    dimension: dimensionNamed(last(search.breakdown), isHistorical),
    tab: isTabThere(tab, metric) && isTabUsable(tab, isHistorical) ? tab : usual.tab,
    query: (last(search.query) ?? '').trim().slice(0, metricLimits.queryMax),
    graphs: graphsIn(search.graphs),
    order: oneOf(ordersOf(metric), last(search.order_by)) ?? defaultOrder(metric),
    direction: oneOf(['asc', 'desc'], last(search.order_direction)) ?? 'desc',
  }
}

const unlessUsual = <Value extends string>(value: Value, usualValue: string) =>
  value === usualValue ? undefined : value

/** The URL parameters; defaults are omitted to keep links short. */
export const choiceSearch = (choice: MetricChoice) => {
  const metric: Metric = metrics[choice.metric]
  const { graphs: shown } = choice
  return {
    metric: unlessUsual(choice.metric, usual.metric),
    measurement: unlessUsual(choice.measurement, metric.defaultMeasurement),
    breakdown: unlessUsual(choice.dimension, usual.dimension),
    activeTab: unlessUsual(choice.tab, usual.tab),
    query: unlessUsual(choice.query, ''),
    graphs:
      shown.join() === usual.graphs.join() ? undefined : shown.length > 0 ? [...shown] : [noGraph],
    order_by: unlessUsual(choice.order, defaultOrder(metric)),
    order_direction: unlessUsual(choice.direction, 'desc'),
  }
}

const isSame = (a: Search[string] | undefined, b: Search[string]) =>
  list(a)?.toSorted().join('\n') === list(b)?.toSorted().join('\n')

/** Whether the URL has parameters that were not understood; naming a default is valid. */
export const isMisread = (search: Search, choice: MetricChoice) => {
  const wanted: Search = { ...withoutUndefined(choiceSearch(choice)) }
  const spelled: Search = {
    metric: choice.metric,
    measurement: choice.measurement,
    breakdown: choice.dimension,
    activeTab: choice.tab,
    query: choice.query,
    graphs: [...choice.graphs],
    order_by: choice.order,
    order_direction: choice.direction,
  }
  return Object.keys(spelled).some((name) => {
    const given = search[name]
    if (given === undefined) return false
    return ![wanted[name], spelled[name]].some((value) => isSame(value, given))
  })
}

const withoutUndefined = (search: Record<string, string | string[] | undefined>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
