import { answer } from '@playhead/analytics/answer.ts'
import { z } from 'zod'
import { conditionOf, type Question, viewsSource } from '@playhead/analytics/question.ts'
import { settings } from '@playhead/analytics/source.sql.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { type ColumnKind, viewColumns, type ViewRow } from '@playhead/metrics/view-columns.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { loneColumns, unpackView } from './packed-view.ts'

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
  const [row] = await answer(
    environment,
    CountRow,
    sql`SELECT count() AS count ${asked(environment, question, filter)} ${settings}`,
    question,
  )
  return row?.count ?? 0
}

const orders = {
  asc: sql`view_end, view_id`,
  desc: sql`view_end DESC, view_id DESC`,
}

interface Page {
  page: number
  limit: number
  direction: 'asc' | 'desc'
}

/** A page most often lies at the edge of the range, so parts of it are read first, each eight times the one before. */
const sharesOfRange = [1 / 512, 1 / 64, 1 / 8, 1]

export const listViews = async (
  environment: Environment,
  question: Question,
  filter: ViewFilter,
  page: Page,
): Promise<readonly ListedRow[]> => {
  let rows: readonly ListedRow[] = []
  for (const share of sharesOfRange) {
    const timeframe = edgeOf(question.timeframe, share, page.direction)
    rows = await listWithin(environment, { ...question, timeframe }, filter, page)
    if (rows.length === page.limit) break
  }
  return rows
}

const edgeOf = (whole: Question['timeframe'], share: number, direction: Page['direction']) => {
  const [start, end] = [whole.start.getTime(), whole.end.getTime()]
  const reach = Math.ceil((end - start) * share)
  return direction === 'desc'
    ? { ...whole, start: new Date(end - reach) }
    : { ...whole, end: new Date(start + reach) }
}

const listWithin = (
  environment: Environment,
  question: Question,
  filter: ViewFilter,
  { page, limit, direction }: Page,
): Promise<readonly ListedRow[]> =>
  answer(
    environment,
    ListedRow,
    sql`
    SELECT view_id, view_start, view_end, country, error_type_id, playback_failure,
      player_error_code, player_error_message, video_title, browser, viewer_experience_score,
      operating_system, watch_time
    ${asked(environment, question, filter)}
    ORDER BY ${orders[direction]} LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)} ${settings}`,
    question,
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

const Place = z.object({ view_end: z.string(), version: z.number(), packed: z.string() })

const LoneRow = z.object(
  Object.fromEntries(loneColumns.map((column) => [column, kinds[viewColumns[column]]])),
)
const loneNames = sql.join(loneColumns.map((column) => sql.identifier(column)))

/** A reader for the filter and one for the rest would open the files of every part twice; one row needs one thread. */
const inOneReader = sql`SETTINGS query_plan_optimize_prewhere = 0, optimize_move_to_prewhere = 0, max_threads = 1`

/**
 * The table by ids tells the newest row that was not deleted, without FINAL, and most of its columns; its whole key then
 * reads the others of that row alone.
 */
export const findView = async (
  environment: Environment,
  viewId: string,
  signal: AbortSignal,
  attempts = 3,
): Promise<StoredView | undefined> => {
  const ofView = sql`environment_id = toUUID(${environment.id}) AND view_id = ${viewId}`
  const [place] = await environment.clickhouse.rows(
    Place,
    sql`SELECT view_end, max(version) AS version, argMax(packed, view_rows.version) AS packed
      FROM view_rows WHERE ${ofView} GROUP BY view_end
      HAVING argMax(is_deleted, view_rows.version) = 0 ORDER BY version DESC LIMIT 1 SETTINGS max_threads = 1`,
    { signal },
  )
  if (!place) return undefined
  const [lone] = await environment.clickhouse.rows(
    LoneRow,
    sql`SELECT ${loneNames} FROM views
      WHERE ${ofView} AND view_end = ${new Date(place.view_end)} AND version = ${uint(place.version)}
        AND is_deleted = 0 LIMIT 1 ${inOneReader}`,
    { signal },
  )
  if (lone) return { ...unpackView(place.packed), ...lone } as unknown as StoredView
  // A newer row has taken its place meanwhile.
  return attempts > 1 ? findView(environment, viewId, signal, attempts - 1) : undefined
}
