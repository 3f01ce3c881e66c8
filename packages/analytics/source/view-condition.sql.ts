import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import type { ViewCondition } from '@playhead/metrics/excluded-views.ts'

/** For `views`: all conditions combined; true or false, never null. */
export const viewConditions = (conditions: readonly ViewCondition[]): SqlFragment => {
  return conditions.length === 0
    ? sql`true`
    : sql`(${sql.join(conditions.map(viewCondition), ' AND ')})`
}

function viewCondition(condition: ViewCondition): SqlFragment {
  if ('flag' in condition)
    return sql`ifNull(${sql.identifier(condition.flag)} = ${condition.is}, false)`
  const column = sql.identifier(condition.column)
  if ('isKnown' in condition)
    return condition.isKnown ? sql`isNotNull(${column})` : sql`isNull(${column})`
  if ('below' in condition) return sql`ifNull(${column} < ${float(condition.below)}, false)`
  if ('above' in condition) return sql`ifNull(${column} > ${float(condition.above)}, false)`
  return 'isText' in condition
    ? sql`lower(ifNull(${column}, '')) = ${condition.isText}`
    : sql`lower(ifNull(${column}, '')) != ${condition.isNotText}`
}
