import { type ErrorRules, rejudge } from '@playhead/collector/view/judge-errors.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { advanceJob, claimJob, finishJob, type JobRow, setTotal } from './error-code-jobs.sql.ts'
import { listRules } from './error-code-rules.sql.ts'
import { countViewsWithCode, listViewsWithCode, type StoredView } from './stored-views.sql.ts'

/** Collectors poll rules rarely, so for this long they may still write complete views by the previous rule. */
const settlingMs = 120_000
const leaseMs = 120_000
const viewsAtOnce = 500

const rulesOf = async (environment: Environment): Promise<ErrorRules> =>
  new Map(
    (await listRules(environment)).map((rule) => [
      rule.code,
      { severity: rule.severity, isBusinessException: rule.is_business_exception },
    ]),
  )

/** Only numbers and flags are judged, and these have the same form in storage and in memory. */
const asViewRow = (view: StoredView) => view as unknown as ViewRow

const changed = (view: StoredView, rules: ErrorRules, now: Date): StoredView | undefined => {
  const judged = rejudge(asViewRow(view), rules) as unknown as StoredView
  const isSame = Object.keys(judged).every((column) => Object.is(judged[column], view[column]))
  // A collector that writes the view concurrently uses a far higher version, and the current rule.
  return isSame
    ? undefined
    : { ...judged, version: view.version + 1, updated_at: now.toISOString() }
}

const judgeStored = async (app: App, job: JobRow) => {
  const environment: Environment = {
    id: job.environment_id,
    organizationId: job.organization_id,
    postgres: app.postgres,
    clickhouse: app.clickhouse,
  }
  if (job.views_total === null)
    await setTotal(environment, job, await countViewsWithCode(environment, job.code))
  let place =
    job.reached_end === null || job.reached_id === null
      ? undefined
      : { end: job.reached_end, id: job.reached_id }
  for (;;) {
    const rules = await rulesOf(environment)
    const views = await listViewsWithCode(environment, job.code, place, viewsAtOnce)
    const last = views.at(-1)
    if (!last) {
      await finishJob(environment, job, app.clock.now())
      return
    }
    const rows = views.flatMap((view) => changed(view, rules, app.clock.now()) ?? [])
    if (rows.length > 0) await environment.clickhouse.insert('views', rows)
    place = { end: new Date(last.view_end), id: last.view_id }
    const written = await advanceJob(environment, job, {
      views: views.length,
      reachedEnd: place.end,
      reachedId: place.id,
      leasedUntil: new Date(app.clock.now().getTime() + leaseMs),
    })
    if (written === 0) return
  }
}

/** Applies changed rules to stored views, one code at a time; an interrupted job resumes where it stopped. */
export const rejudgeViews = async (app: App): Promise<void> => {
  for (;;) {
    const now = app.clock.now()
    const job = await claimJob(app.postgres, {
      now,
      requestedBefore: new Date(now.getTime() - settlingMs),
      leasedUntil: new Date(now.getTime() + leaseMs),
    })
    if (!job) return
    await judgeStored(app, job)
  }
}
