import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** Reading whole rows of a long history is slow, and no request waits for it. */
const unhurried = { maximumSeconds: 100 }

const withCode = (environment: Environment, code: string) => sql`
  FROM views FINAL
  WHERE environment_id = toUUID(${environment.id}) AND errors != '[]'
    AND arrayExists(error -> JSONExtractString(error, 'code') = ${code}, JSONExtractArrayRaw(errors))`

export const countViewsWithCode = async (environment: Environment, code: string) => {
  const [row] = await environment.clickhouse.rows(
    z.object({ count: z.number() }),
    sql`SELECT count() AS count ${withCode(environment, code)}`,
    unhurried,
  )
  return row?.count ?? 0
}

/** Every column as stored; timestamps are ISO text. */
const StoredView = z.looseObject({
  view_id: z.string(),
  view_end: z.string(),
  version: z.number(),
  errors: z.string(),
})
export type StoredView = z.infer<typeof StoredView>

interface Place {
  end: Date
  id: string
}

export const listViewsWithCode = (
  environment: Environment,
  code: string,
  after: Place | undefined,
  limit: number,
) =>
  environment.clickhouse.rows(
    StoredView,
    sql`
    SELECT * ${withCode(environment, code)}
      ${after ? sql`AND view_end >= ${after.end} AND (view_end, view_id) > (${after.end}, ${after.id})` : sql.empty}
    ORDER BY view_end, view_id LIMIT ${uint(limit)}`,
    unhurried,
  )
