import { cachedRows, runInQueue } from '@playhead/analytics/cache/query-cache.ts'
import { z } from 'zod'
import { conditionOf, type Question, viewsSource } from '@playhead/analytics/question/question.ts'
import { settings } from '@playhead/analytics/source/source.sql.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { unpackView } from './packed-view.ts'

export interface ViewFilter {
  /** `any`: views with any error. */
  errorId: number | 'any' | undefined
  viewerId: string | undefined
  search: string | undefined
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

/** The id that the customer gave, or the random one of the player. */
const ofViewer = (viewerId: string | undefined) =>
  viewerId === undefined
    ? sql`true`
    : sql`(viewer_id = ${viewerId} OR mux_viewer_id = ${viewerId} OR viewer_user_id = ${viewerId})`

const ofSearch = (search: string | undefined) =>
  search === undefined
    ? sql`true`
    : sql`(view_id = ${search} OR ${ofViewer(search)} OR positionCaseInsensitiveUTF8(ifNull(video_title, ''), ${search}) > 0)`

const asked = (environment: Environment, question: Question, filter: ViewFilter) => sql`
  FROM ${viewsSource}
  WHERE ${conditionOf(environment, question, { bucket: 'view_end' })}
    AND ${ofError(filter.errorId)} AND ${ofViewer(filter.viewerId)} AND ${ofSearch(filter.search)}`

const CountRow = z.object({ count: z.number() })

export const countViews = async (
  environment: Environment,
  question: Question,
  filter: ViewFilter,
) => {
  const [row] = await cachedRows(
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

/** A page is usually near the edge of the range, so parts of the range are tried first, each eight times larger. */
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
  cachedRows(
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

type MomentColumn = 'view_start' | 'view_end' | 'inserted_at' | 'updated_at'
/** A row of the table, with timestamps as ISO text. */
export type StoredView = Omit<ViewRow, MomentColumn> & Record<MomentColumn, string>

const PackedRow = z.object({ view_end: z.string(), version: z.number(), packed: z.string() })

/** The newest version that is not deleted. One thread suffices for one row. */
export const findView = async (
  environment: Environment,
  viewId: string,
  signal: AbortSignal,
): Promise<StoredView | undefined> => {
  const [row] = await runInQueue(environment, signal, () =>
    environment.clickhouse.rows(
      PackedRow,
      sql`SELECT view_end, version, packed FROM packed_views FINAL
        WHERE environment_id = toUUID(${environment.id}) AND view_id = ${viewId}
        ORDER BY version DESC, view_end DESC LIMIT 1 SETTINGS max_threads = 1`,
      { signal },
    ),
  )
  if (!row) return undefined
  const { view_end, version } = row
  return {
    environment_id: environment.id,
    view_id: viewId,
    view_end,
    version,
    is_deleted: 0,
    ...unpackView(row.packed),
  } as StoredView
}
