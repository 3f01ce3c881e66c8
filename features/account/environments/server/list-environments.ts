import { setTimeout as pause } from 'node:timers/promises'
import { liveViews } from '@playhead/analytics/monitoring/live-views.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { environments } from '../contract.ts'
import { countOpenEnvironments, listOpenEnvironmentsPage } from './environments.sql.ts'
import { openerOf } from './opener-of.ts'
import { presentEnvironment } from './present-environment.ts'

const liveViewsWithinMs = 2_000

/** The list matters more than its live views: without the analytics store, or when it is slow, it is served without them. */
const findLiveViews = async ({ clickhouse, clock }: App, ids: readonly string[]) => {
  const asked = liveViews(clickhouse, ids, clock.now()).catch(() => undefined)
  const waited = new AbortController()
  const late = pause(liveViewsWithinMs, undefined, { signal: waited.signal }).catch(() => undefined)
  return Promise.race([asked, late]).finally(() => waited.abort())
}

export const listEnvironments: Handlers<typeof environments>['list'] = async ({
  app,
  query,
  ...context
}) => {
  const opener = openerOf(context)
  const [total, rows] = await Promise.all([
    countOpenEnvironments(context.organization, opener),
    listOpenEnvironmentsPage(context.organization, opener, query),
  ])
  const live = await findLiveViews(
    app,
    rows.map(({ id }) => id),
  )
  const data = rows.map((row) => ({
    ...presentEnvironment(row),
    live_views: live?.get(row.id) ?? null,
  }))
  return { data, total_row_count: total, ...query }
}
