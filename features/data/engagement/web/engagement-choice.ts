import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions } from '@playhead/metrics/dimensions.ts'
import {
  type EngagementChoice,
  engagementChoices,
  engagementDimensions,
} from '@playhead/metrics/engagement-choices.ts'
import type { Search } from '@playhead/web-kit/navigation/url-state.ts'

export type EngagementDimension = (typeof engagementDimensions)[number]['id']
export type EngagementOrder = EngagementChoice | 'field'

/** One title, or one hosted asset, instead of all videos. ENGA-010 */
export interface Subject {
  kind: 'video_title' | 'asset_id'
  id: string
}

/** What the URL chooses in addition to the question. ENGA-003, ENGA-004 */
export interface Engagement {
  metric: EngagementChoice
  dimension: EngagementDimension
  subject: Subject | undefined
  order: EngagementOrder
  direction: 'asc' | 'desc'
}

export const choiceIds = Object.keys(engagementChoices) as EngagementChoice[]

const usual = { metric: 'views', dimension: 'viewer_device_category' } as const

const last = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value)

const isBasic = (id: EngagementDimension) => {
  const dimension: Dimension = dimensions[id]
  return dimension.isBasic
}

/** TIME-008: older ranges have only the basic dimensions. */
export const dimensionsOf = (isHistorical: boolean) =>
  engagementDimensions.filter(({ id }) => !isHistorical || isBasic(id))

export const dimensionTitle = (id: EngagementDimension) =>
  engagementDimensions.find((one) => one.id === id)!.title

/** Finds a choice by its name, or by metric and measurement as the URLs of other screens have them. ENGA-007 */
const metricNamed = (name: string | undefined, measurement: string | undefined) =>
  choiceIds.find((id) => id === name) ??
  choiceIds.find(
    (id) =>
      engagementChoices[id].metric === name &&
      (measurement === undefined || engagementChoices[id].measurement === measurement),
  ) ??
  usual.metric

const subjectIn = (search: Search): Subject | undefined => {
  const title = last(search.title)
  if (title) return { kind: 'video_title', id: title }
  const assetId = last(search.assetId)
  return assetId ? { kind: 'asset_id', id: assetId } : undefined
}

export const readEngagement = (search: Search, isHistorical: boolean): Engagement => {
  const metric = metricNamed(last(search.metric), last(search.measurement))
  const dimension = last(search.dimension)
  const order = last(search.order_by)
  return {
    metric,
    dimension: dimensionsOf(isHistorical).find(({ id }) => id === dimension)?.id ?? usual.dimension,
    subject: subjectIn(search),
    order: ([...choiceIds, 'field'] as const).find((id) => id === order) ?? metric,
    direction: last(search.order_direction) === 'asc' ? 'asc' : 'desc',
  }
}

/** The URL parameters; defaults are omitted to keep links short. */
export const engagementSearch = ({ metric, dimension, subject, order, direction }: Engagement) => ({
  metric: metric === usual.metric ? undefined : metric,
  // The choice already implies the measurement of its metric.
  measurement: undefined,
  dimension: dimension === usual.dimension ? undefined : dimension,
  title: subject?.kind === 'video_title' ? subject.id : undefined,
  assetId: subject?.kind === 'asset_id' ? subject.id : undefined,
  order_by: order === metric ? undefined : order,
  order_direction: direction === 'desc' ? undefined : direction,
})
