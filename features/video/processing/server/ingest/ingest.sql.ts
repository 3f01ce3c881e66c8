import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const SourceRow = z.object({ clip_start: z.number().nullable(), duration: z.number().nullable() })

/** The source asset of a clip, which may be a clip itself. */
export const findClipSource = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    SourceRow,
    sql`
    select (media_map->'clip'->>'start')::float8 as clip_start, duration from assets
    where environment_id = ${environment.id} and id = ${id} and status = 'ready'`,
  )

const OldTestRow = z.object({ id: z.uuid(), environment_id: z.uuid() })

/** For all environments: a schedule calls it, not a request. */
export const listOldTestAssets = (postgres: Database, before: Date) =>
  postgres.rows(
    OldTestRow,
    sql`
    select id, environment_id from assets
    where is_test and status <> 'deleted' and created_at < ${before} limit 500`,
  )
