import { z } from 'zod'
import { MediaMap } from '@playhead/media/media-map.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const MapRow = z.object({ media_map: MediaMap.nullable() })

export const findMediaMap = async (environment: Environment, assetId: string) =>
  (
    await environment.postgres.maybeRow(
      MapRow,
      sql`
      select media_map from assets where environment_id = ${environment.id} and id = ${assetId}`,
    )
  )?.media_map ?? undefined
