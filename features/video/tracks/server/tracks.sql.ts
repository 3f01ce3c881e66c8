import { sql } from '@playhead/postgres/sql.ts'
import { TrackRow, trackColumns } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export interface TrackTexts {
  name: string | null
  language_code: string | null
  closed_captions: boolean
  passthrough: string | null
}

export const updateTrackTexts = (environment: Environment, id: string, texts: TrackTexts) =>
  environment.postgres.row(
    TrackRow,
    sql`
    update asset_tracks set name = ${texts.name}, language_code = ${texts.language_code},
      closed_captions = ${texts.closed_captions}, passthrough = ${texts.passthrough}
    where environment_id = ${environment.id} and id = ${id} returning ${trackColumns}`,
  )

/** Its row stays as long as the asset, so that nothing which is made of it is taken for another's. */
export const markTrackDeleted = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update asset_tracks set status = 'deleted'
    where environment_id = ${environment.id} and id = ${id}`)
