import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const listNamedInAnnotations = async (environment: Environment, limit: number) =>
  (
    await environment.postgres.rows(
      z.object({ id: z.string() }),
      sql`
      select distinct sub_property_id as id from annotations
      where environment_id = ${environment.id} and sub_property_id is not null
      order by 1 limit ${limit}`,
    )
  ).map((row) => row.id)
