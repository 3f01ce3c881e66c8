import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const VideoRow = z.object({ id: z.uuid(), file: z.string(), is_failed: z.boolean() })

/**
 * The demo's videos, including those that were deleted: what people delete stays deleted. They are found by their
 * file, since people may change all else. A video whose processing was cancelled has not failed.
 */
export const listDemoVideos = (environment: Environment) =>
  environment.postgres.rows(
    VideoRow,
    sql`
    select id, substring(inputs->0->>'url' from '/samples/([^/]+)$') as file,
      status = 'errored' and error_type is distinct from 'processing_cancelled' as is_failed
    from assets
    where environment_id = ${environment.id} and inputs->0->>'url' ~ '/samples/[^/]+$'`,
  )
