import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { Database } from '@playhead/postgres/client.ts'

/** Consecutive segments in a file of a recording. The first that are in a file follow its initialisation segment. */
export const RenditionPiece = z.object({
  storage_key: z.string(),
  first_segment: z.int(),
  offsets: z.array(z.int()),
  /** The number of the file; of older recordings, whose files are in order, the place in this list. */
  piece: z.optional(z.int()),
})
export type RenditionPiece = z.infer<typeof RenditionPiece>

export interface StoredRendition {
  name: string
  storageKey: string
  offsets: readonly number[]
  bytes: number
  secondsEncoded: number
  /** Of the segments of a picture, up to the end of their first frames. */
  keyframeBytes?: readonly number[] | undefined
  /** Where it consists of several files, or of one that is not its first; the first is the one above. */
  pieces?: readonly RenditionPiece[] | undefined
}

/** Finds no asset if it was deleted in between. */
export const saveRendition = async (
  environment: Environment,
  assetId: string,
  rendition: StoredRendition,
) =>
  (await environment.postgres.run(sql`
    insert into asset_renditions (asset_id, environment_id, name, status, storage_key, offsets, bytes,
      seconds_encoded, pieces, keyframe_bytes, ready_at)
    select id, environment_id, ${rendition.name}, 'ready', ${rendition.storageKey},
      ${sql.json(rendition.offsets)}, ${rendition.bytes}, ${rendition.secondsEncoded},
      ${rendition.pieces ? sql.json(rendition.pieces) : null},
      ${rendition.keyframeBytes ? sql.json(rendition.keyframeBytes) : null}, clock_timestamp()
    from assets where id = ${assetId} and environment_id = ${environment.id} and status <> 'deleted'
    on conflict (asset_id, name) do update set status = 'ready', storage_key = excluded.storage_key,
      offsets = excluded.offsets, bytes = excluded.bytes, seconds_encoded = excluded.seconds_encoded,
      pieces = excluded.pieces, keyframe_bytes = excluded.keyframe_bytes,
      ready_at = excluded.ready_at`)) === 1

const ReadyRow = z.object({
  storage_key: z.string(),
  offsets: z.array(z.int()),
  pieces: z.array(RenditionPiece).nullable(),
})

/** Runs for each segment that is not cached yet; playback has already checked the tenant. */
export const findReadyRendition = (
  postgres: Database,
  { id, environmentId }: { id: string; environmentId: string },
  name: string,
) =>
  postgres.maybeRow(
    ReadyRow,
    sql`
    select storage_key, offsets, pieces from asset_renditions
    where asset_id = ${id} and environment_id = ${environmentId} and name = ${name}
      and status = 'ready'`,
  )

const NameRow = z.object({ name: z.string() })

export const listReadyRenditions = async (environment: Environment, assetId: string) =>
  (
    await environment.postgres.rows(
      NameRow,
      sql`
    select name from asset_renditions
    where asset_id = ${assetId} and environment_id = ${environment.id} and status = 'ready'`,
    )
  ).map(({ name }) => name)

const LivingRow = z.object({ id: z.uuid() })

/** For all environments: returns those that are not deleted. */
export const listLivingAssets = async (postgres: Database, ids: readonly string[]) =>
  (
    await postgres.rows(
      LivingRow,
      sql`select id from assets where id::text = any(${[...ids]}) and status <> 'deleted'`,
    )
  ).map(({ id }) => id)

const KeyRow = z.object({ storage_key: z.string().nullable() })

/** Returns where its file was stored. */
export const deleteStoredSound = async (environment: Environment, assetId: string, name: string) =>
  (
    await environment.postgres.maybeRow(
      KeyRow,
      sql`
      delete from asset_renditions
      where environment_id = ${environment.id} and asset_id = ${assetId} and name = ${name}
      returning storage_key`,
    )
  )?.storage_key ?? undefined
