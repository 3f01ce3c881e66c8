import { activityDays } from '@playhead/features/activity/events/contract'
import { refuseFarPage, spanOf } from '@playhead/features/activity/events/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { logs } from '../contract.ts'
import { findEnvironmentName } from './environment-name.sql.ts'
import { countLogRows, type FacetRow, listFacets, listLogRows } from './logs.sql.ts'
import { presentLog } from './present-log.ts'
import { productsOf } from './products-of.ts'

const facetOf = (rows: readonly FacetRow[], wanted: FacetRow['facet']) =>
  rows
    .filter(({ facet }) => facet === wanted)
    .map(({ value, label, count }) => ({ value, label, count }))

/** ACTV-003 */
export const listLogs: Handlers<typeof logs>['list'] = async ({
  app,
  environment,
  caller,
  query,
}) => {
  refuseFarPage(query)
  const { page, limit } = query
  const now = app.clock.now()
  const span = spanOf(query.timeframe ?? [`${activityDays}:days`], now)!
  const filter = {
    products: productsOf({ caller }),
    statuses: query.status,
    methods: query.method,
    route: query.route,
    callerId: query.caller_id,
    objectId: query.object_id,
    requestId: query.request_id,
    anyId: query.q?.trim() || undefined,
    span,
  }
  const [rows, facets, name] = await Promise.all([
    listLogRows(environment, { ...filter, page, limit }),
    query.facets ? listFacets(environment, filter) : [],
    findEnvironmentName(environment),
  ])
  // A page that is not full is the last: to count again what is rare would look at every call once more.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1)
  const total = isLast ? (page - 1) * limit + rows.length : await countLogRows(environment, filter)
  return {
    data: rows.map((row) => presentLog(row, { id: environment.id, name })),
    total_row_count: total,
    page,
    limit,
    facets: {
      status: facetOf(facets, 'status'),
      method: facetOf(facets, 'method'),
      route: facetOf(facets, 'route'),
      caller: facetOf(facets, 'caller'),
    },
  }
}
