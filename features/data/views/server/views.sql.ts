import { z } from 'zod'
import { conditionOf, type Question, viewsSource } from '@playhead/analytics/question.ts'
import { settings } from '@playhead/analytics/source.sql.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import {
  type ColumnKind,
  type ViewColumn,
  viewColumns,
  type ViewRow,
} from '@playhead/metrics/view-columns.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export interface ViewFilter {
  /** `any`: whichever error. */
  errorId: number | 'any' | undefined
  viewerId: string | undefined
}

const ListedRow = z.object({
  view_id: z.string(),
  view_start: z.string(),
  view_end: z.string(),
  country: z.string().nullable(),
  error_type_id: z.number().nullable(),
  playback_failure: z.boolean(),
  player_error_code: z.string().nullable(),
  player_error_message: z.string().nullable(),
  video_title: z.string().nullable(),
  browser: z.string().nullable(),
  viewer_experience_score: z.number().nullable(),
  operating_system: z.string().nullable(),
  watch_time: z.number(),
})
export type ListedRow = z.infer<typeof ListedRow>

const ofError = (errorId: ViewFilter['errorId']) => {
  if (errorId === undefined) return sql`true`
  return errorId === 'any' ? sql`error_type_id IS NOT NULL` : sql`error_type_id = ${uint(errorId)}`
}

/** The id the customer gave, or the random one of the player. */
const ofViewer = (viewerId: string | undefined) =>
  viewerId === undefined
    ? sql`true`
    : sql`(viewer_id = ${viewerId} OR mux_viewer_id = ${viewerId} OR viewer_user_id = ${viewerId})`

const asked = (environment: Environment, question: Question, filter: ViewFilter) => sql`
  FROM ${viewsSource}
  WHERE ${conditionOf(environment, question, { bucket: 'view_end' })}
    AND ${ofError(filter.errorId)} AND ${ofViewer(filter.viewerId)}`

const CountRow = z.object({ count: z.number() })

export const countViews = async (
  environment: Environment,
  question: Question,
  filter: ViewFilter,
) => {
  const [row] = await environment.clickhouse.rows(
    CountRow,
    sql`SELECT count() AS count ${asked(environment, question, filter)} ${settings}`,
    { signal: question.signal },
  )
  return row?.count ?? 0
}

const orders = {
  asc: sql`view_end, view_id`,
  desc: sql`view_end DESC, view_id DESC`,
}

export const listViews = (
  environment: Environment,
  question: Question,
  filter: ViewFilter,
  { page, limit, direction }: { page: number; limit: number; direction: 'asc' | 'desc' },
): Promise<ListedRow[]> =>
  environment.clickhouse.rows(
    ListedRow,
    sql`
    SELECT view_id, view_start, view_end, country, error_type_id, playback_failure,
      player_error_code, player_error_message, video_title, browser, viewer_experience_score,
      operating_system, watch_time
    ${asked(environment, question, filter)}
    ORDER BY ${orders[direction]} LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)} ${settings}`,
    { signal: question.signal },
  )

const kinds: Record<ColumnKind, z.ZodType> = {
  id: z.string(),
  environment: z.string(),
  moment: z.string(),
  label: z.string().nullable(),
  text: z.string().nullable(),
  bit: z.number(),
  flag: z.boolean(),
  maybeFlag: z.boolean().nullable(),
  count: z.number(),
  maybeCount: z.number().nullable(),
  maybeNumber: z.number().nullable(),
  errorId: z.number().nullable(),
  labels: z.array(z.string()),
  ranges: z.array(z.tuple([z.number(), z.number()])),
  big: z.number(),
  document: z.string(),
}

type MomentColumn = 'view_start' | 'view_end' | 'inserted_at' | 'updated_at'
/** A row of the table with its moments as ISO text. */
export type StoredView = Omit<ViewRow, MomentColumn> & Record<MomentColumn, string>

const columns = Object.keys(viewColumns) as ViewColumn[]
const StoredView = z.object(
  Object.fromEntries(columns.map((column) => [column, kinds[viewColumns[column]]])),
) as unknown as z.ZodType<StoredView>
const allColumns: SqlFragment = sql.join(columns.map((column) => sql.identifier(column)))

/** By the id alone and without FINAL, so that the index of view ids finds its few rows; the newest of them counts. */
export const findView = async (
  environment: Environment,
  viewId: string,
  signal: AbortSignal,
): Promise<StoredView | undefined> => {
  const [row] = await environment.clickhouse.rows(
    StoredView,
    sql`
    SELECT ${allColumns}
    FROM (
      SELECT * FROM views
      WHERE environment_id = ${environment.id} AND view_id = ${viewId}
      ORDER BY version DESC LIMIT 1 BY view_end
    )
    WHERE is_deleted = 0 ORDER BY version DESC LIMIT 1`,
    { signal },
  )
  return row
}
