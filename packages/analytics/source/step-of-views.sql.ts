import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { Step } from '../question/step.ts'
import type { Bucket } from './condition.sql.ts'

/** The start of the step of a view, in epoch seconds. */
export const stepOfViews = (bucket: Bucket, step: Step): SqlFragment => {
  const column = sql.identifier(bucket)
  const beginnings: Record<Step, SqlFragment> = {
    minute: sql`toStartOfMinute(${column})`,
    ten_minutes: sql`toStartOfTenMinutes(${column})`,
    hour: sql`toStartOfHour(${column})`,
    day: sql`toStartOfDay(${column})`,
  }
  return sql`toUnixTimestamp(${beginnings[step]})`
}
