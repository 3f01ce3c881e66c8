import { groupBy } from '@playhead/domain/group-by.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { fieldOf } from '../source/condition.sql.ts'
import { conditionOf, type Question, viewsSource } from '../question/question.ts'
import type { Tenant } from '../question/tenant.ts'
import {
  type SubviewAttribute,
  subviewAttributes,
  type SubviewType,
} from '@playhead/metrics/subviews.ts'
import { noValue } from './subview-type.ts'

export interface SubviewFilter {
  attribute: SubviewAttribute
  value: string
  isNegated: boolean
}

export interface SubviewQuestion {
  type: SubviewType
  question: Question
  filters: readonly SubviewFilter[]
}

/** An attribute of a subview, or a dimension of its view. */
export type SubviewDimension =
  | { of: 'subview'; name: SubviewAttribute }
  | { of: 'view'; name: DimensionId }

const documents: Record<SubviewType, SqlFragment> = {
  rendition: sql`renditions`,
  playback_mode: sql`playback_modes`,
}

/** Numbers and texts as text. */
const attributeValue = (name: SubviewAttribute) => {
  const raw = sql`JSONExtractRaw(part, 'attributes', ${name})`
  const text = sql`JSONExtractString(part, 'attributes', ${name})`
  return sql`multiIf(${raw} IN ('', 'null', '""'), ${noValue}, startsWith(${raw}, '"'), ${text}, ${raw})`
}

const conditionsOf = (filters: readonly SubviewFilter[]): SqlFragment[] => {
  const included = groupBy(
    filters.filter(({ isNegated }) => !isNegated),
    ({ attribute }) => attribute,
  )
  const anyOf = (attribute: SubviewAttribute, some: readonly SubviewFilter[]) =>
    sql`has(${some.map(({ value }) => value)}, ${sql.identifier(attribute)})`
  return [
    ...[...included].map(([attribute, some]) => anyOf(attribute, some)),
    ...filters
      .filter(({ isNegated }) => isNegated)
      .map((one) => sql`NOT ${anyOf(one.attribute, [one])}`),
  ]
}

/** One row per subview: `playing_time`, `began`, its attributes, and `dimension` if requested. */
export const subviewsOf = (
  tenant: Tenant,
  { type, question, filters }: SubviewQuestion,
  dimension?: SubviewDimension,
): SqlFragment => {
  const attributes = sql.join(
    subviewAttributes[type].map((name) => sql`${attributeValue(name)} AS ${sql.identifier(name)}`),
  )
  const field =
    dimension?.of === 'view'
      ? sql`, if(ifNull(${fieldOf(dimension.name)}, '') = '', ${noValue}, ${fieldOf(dimension.name)}) AS dimension_of_view`
      : sql.empty
  const dimensionColumn =
    dimension?.of === 'view' ? sql`dimension_of_view` : sql.identifier(dimension?.name ?? '_')
  const where = conditionsOf(filters)
  return sql`
  FROM (
    SELECT began, JSONExtractUInt(part, 'playing_time') AS playing_time, ${attributes}
      ${field === sql.empty ? sql.empty : sql`, dimension_of_view`}
      ${dimension ? sql`, ${dimensionColumn} AS dimension` : sql.empty}
    FROM (
      SELECT view_start AS began, arrayJoin(JSONExtractArrayRaw(${documents[type]})) AS part ${field}
      FROM ${viewsSource} WHERE ${conditionOf(tenant, question, { bucket: 'view_start' })}))
  ${where.length > 0 ? sql`WHERE ${sql.join(where, ' AND ')}` : sql.empty}`
}
