import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { explain } from '@playhead/analytics/explain.sql.ts'
import { storedRow } from '@playhead/audience/row/stored-row.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory, aViewRow } from '@playhead/testing/rows/view-rows.ts'
import { foldSession, startAt } from './fold-session.ts'

const clickhouse = await makeTestClickHouse()
const tenant = { id: randomUUID(), clickhouse }
const dayMs = 86_400_000
const question = {
  timeframe: {
    start: new Date(startAt - dayMs),
    end: new Date(startAt + dayMs),
    isHistorical: false,
  },
  filters: [],
  metricFilters: [],
}

/** What each reason claims, checked against the view itself. */
const truths: Record<string, (view: ViewRow, columns: readonly (keyof ViewRow)[]) => boolean> = {
  'Views that never started.': (view) => !view.watched,
  'Views that a rule of the business stopped before they started.': (view) =>
    !view.watched && view.video_startup_business_exception && !view.playback_failure,
  'Views that were left within a second before they started.': (view) =>
    !view.watched && view.watch_time < 1_000 && !view.playback_failure,
  'Views that started, and of which neither startup time, stalls nor picture are known.': (view) =>
    view.watched &&
    view.video_startup_time === null &&
    (view.rebuffer_count === null || view.rebuffer_percentage === null) &&
    view.video_quality_score === null,
  'Views that were not watched for any time.': (view) => view.watch_time === 0,
  'Views that do not report stalls.': (view) => view.watched && view.rebuffer_count === null,
  'Views whose scaling is known, but no time over which they played.': (view, [column = '']) =>
    !view.view_total_content_playback_time &&
    view[column.includes('down') ? 'view_total_downscaling' : 'view_total_upscaling'] !== null,
  'Views of which the largest scaling is known, but not the mean.': (view) =>
    view.max_upscale_percentage !== null && view.upscale_percentage === null,
  'Views that report no scaling, such as audio and those of unknown sizes.': (view) =>
    view.max_upscale_percentage === null,
  'Views that do not report this scaling, such as audio and those of unknown sizes.': (
    view,
    columns,
  ) => columns.some((column) => view[column] === null),
  'Views that report no bitrates.': (view) => view.weighted_average_bitrate === null,
  'Views that report no renditions.': (view) =>
    view.watched && view.rendition_change_count === null,
  'Views that are not known to be live.': (view) => view.stream_type?.toLowerCase() !== 'live',
  'Live views that never reported how far behind they were while they played near the live moment.':
    (view) => view.stream_type?.toLowerCase() === 'live' && view.live_stream_latency === null,
  'Live views.': (view) => view.stream_type?.toLowerCase() === 'live',
  'Views whose duration or position is not known.': (view) =>
    view.watched && view.video_completion_percentage === null,
  'Views that are not the first one of their page.': (view) => (view.player_view_count ?? 1) > 1,
  'Views that do not say when their page was asked for.': (view) => view.page_load_time === null,
  'Views that do not say when their player was initialised.': (view) =>
    view.player_startup_time === null,
  'Views of which one of the three times is not known.': (view) =>
    [view.page_load_time, view.player_startup_time, view.video_startup_time].includes(null),
  'Views whose startup was not measured.': (view) =>
    view.watched && view.video_startup_time === null,
  'Views in which only ads started.': (view) => view.watched && view.view_has_ad,
  'Views without a seek.': (view) => view.seek_count === 0,
  'Views that do not report seeks.': (view) => view.watched && view.seek_count === null,
  'Views without any viewer id.': (view) => view.viewer_id === null,
  'Views whose player reports its media requests, but not this value.': (view) =>
    view.request_count !== null,
  'Views whose player does not report its media requests.': (view) => view.request_count === null,
  'Views without ads.': (view) => !view.view_has_ad,
  'Views with ads that do not report this about their ads.': (view, columns) =>
    view.view_has_ad && columns.some((column) => view[column] === null),
  'Views with ads of which none was requested to play.': (view) =>
    view.view_has_ad && view.ad_attempt_count === 0,
  'Views with ads that reached no ad break.': (view) =>
    view.view_has_ad && view.ad_break_count === 0,
  'Views without a preroll that was shown.': (view) => view.ad_preroll_startup_time === null,
  'Views that report no requests for a preroll.': (view) =>
    view.requests_for_first_preroll === null,
  'Views that report no such time of a preroll.': (view, columns) =>
    view.view_has_ad && columns.some((column) => view[column] === null),
  'Views without a score.': (view) => view.playback_success_score === null,
}

/** Cases that are rare in the world of the model. */
const notStarted: Partial<ViewRow> = {
  watched: false,
  watch_time: 400,
  video_startup_time: null,
  view_content_startup_time: null,
  rebuffer_count: null,
  rebuffer_duration: null,
  rebuffer_frequency: null,
  rebuffer_percentage: null,
  playback_success_score: null,
  startup_time_score: null,
  rebuffer_score: null,
  video_quality_score: null,
  viewer_experience_score: null,
}
const rare: Partial<ViewRow>[] = [
  { ...notStarted, video_startup_business_exception: true, playback_business_exception: true },
  {
    ...notStarted,
    watch_time: 5_000,
    video_startup_business_exception: true,
    playback_business_exception: true,
  },
  { ...notStarted, exit_before_video_start: true },
  {
    watched: true,
    watch_time: 0,
    playing_time: 0,
    video_startup_time: null,
    startup_time_score: null,
    rebuffer_frequency: null,
    rebuffer_percentage: null,
    rebuffer_score: null,
    video_quality_score: null,
    viewer_experience_score: null,
  },
  { watched: true, view_has_ad: true, view_content_startup_time: null },
  { watched: true, view_has_ad: true, ad_attempt_count: 0, ad_break_count: 0, ad_error_count: 0 },
  { watched: true, viewer_id: null, mux_viewer_id: null },
  { watched: true, max_upscale_percentage: 0.5, video_quality_score: null },
]

let views: ViewRow[] = []

beforeAll(async () => {
  const folded = Array.from({ length: 300 }, (_, index) => foldSession(1, index, tenant.id))
  const found = folded.flatMap((one) => (one.found === null ? [] : [one.found]))
  const made = rare.map((view) =>
    aViewRow(tenant, { view_end: startAt, view_start: startAt, ...view }),
  )
  await clickhouse.insert('views', found.map(storedRow))
  await aViewFactory(clickhouse, tenant)(...made)
  views = [...found, ...made]
})

const countedColumns = (formula: Formula): (keyof ViewRow)[] => {
  if (formula.kind === 'ratio') return countedColumns(formula.over)
  if (formula.kind === 'views' || formula.kind === 'count_where') return []
  return formula.kind === 'sum_with' ? [formula.column, formula.given] : [formula.column]
}

const cases = metricIds.flatMap((id) =>
  (Object.entries(metrics[id].measurements) as [Measurement, Formula][]).map(
    ([measurement, formula]) => ({ id, measurement, formula }),
  ),
)

describe('every view that a number leaves out falls under exactly one true reason', () => {
  test.each(cases)('$id $measurement', async ({ id, measurement, formula }) => {
    const { excludes = [] }: Metric = metrics[id]
    const columns = countedColumns(formula)
    const left = views.filter((view) => columns.some((column) => view[column] === null))
    const told = await explain({ kind: 'overall' }, tenant, id, measurement, question)
    expect(told.included_views).toBe(views.length - left.length)
    const expected = new Map<string, number>()
    for (const view of left) {
      const reason = excludes.find((one) => truths[one.reason]!(view, columns))?.reason
      expect(reason, `a true reason for ${view.view_id}`).toBeDefined()
      expected.set(reason!, (expected.get(reason!) ?? 0) + 1)
    }
    expect(new Map(told.excluded.map((one) => [one.reason, one.views]))).toEqual(expected)
  })

  test('a rule of the business is no viewer who left, and every metric ends with what is true of all others', async () => {
    const told = await explain(
      { kind: 'overall' },
      tenant,
      'playback_success_score' satisfies MetricId,
      'avg',
      question,
    )
    expect(told.excluded).toContainEqual({
      reason: 'Views that a rule of the business stopped before they started.',
      views: views.filter((view) => !view.watched && view.video_startup_business_exception).length,
    })
    for (const id of metricIds) {
      const { excludes }: Metric = metrics[id]
      expect(excludes === undefined || excludes.at(-1)!.when.length === 0).toBe(true)
    }
  })

  test('sums of days do not know which views they are: all reasons are named in one', async () => {
    const historical = { ...question, timeframe: { ...question.timeframe, isHistorical: true } }
    const { excluded } = await explain(
      { kind: 'overall' },
      tenant,
      'rebuffer_score',
      'avg',
      historical,
    )
    expect(excluded.length).toBeLessThanOrEqual(1)
  })
})
