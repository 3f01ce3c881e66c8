import { sql } from '@playhead/postgres/sql.ts'
import { PlaybackIdRow, playbackIdColumns } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const findPlaybackId = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    PlaybackIdRow,
    sql`
    select ${playbackIdColumns} from playback_ids
    where environment_id = ${environment.id} and id = ${id}`,
  )

export const deletePlaybackId = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from playback_ids where environment_id = ${environment.id} and id = ${id}`,
  )
