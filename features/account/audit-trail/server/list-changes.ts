import { spanOf } from '@playhead/features/activity/events/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type auditTrail, exportMax } from '../contract.ts'
import { countChanges, listActions, listActors, listChanges as list } from './changes.sql.ts'

/** A timeframe may begin before the oldest change that is kept. */
const reachDays = 3660

export const listChanges: Handlers<typeof auditTrail>['listChanges'] = async ({
  app,
  request,
  organization,
  query,
}) => {
  const { page, limit } = query
  const filter = {
    action: query.action,
    subjectId: query.subject_id,
    actor: query.actor,
    span: spanOf(query.timeframe, app.clock.now(), reachDays),
  }
  const isFile = request.format === 'csv'
  const [rows, total, actions, actors] = await Promise.all([
    list(organization, {
      ...filter,
      ...(isFile ? { page: 1, limit: exportMax } : { page, limit }),
    }),
    countChanges(organization, filter),
    isFile ? [] : listActions(organization),
    isFile ? [] : listActors(organization),
  ])
  const data = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  return { data, total_row_count: total, page, limit, actions, actors }
}
