import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { storageProblems } from '@playhead/domain/video.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

interface NewMediaFile {
  key: string
  assetId: string
  bytes: number
  /** Missing where it was not computed; the background check adds it. */
  sha256?: string | undefined
}

/**
 * Call it after the file is stored. Returns false when its asset is gone: then the caller must
 * remove the file. The asset cannot be deleted until the transaction ends.
 */
export const insertMediaFile = async (
  environment: Environment,
  { key, assetId, bytes, sha256 }: NewMediaFile,
) =>
  (await environment.postgres.run(sql`
    insert into media_files (key, environment_id, asset_id, bytes, sha256)
    select ${key}, environment_id, id, ${bytes}, ${sha256 ?? null} from assets
    where environment_id = ${environment.id} and id = ${assetId} and status <> 'deleted' for share
    on conflict (key) do update set bytes = excluded.bytes, sha256 = excluded.sha256,
      problem = null, seen_at = null, verified_at = null, created_at = clock_timestamp()`)) > 0

const MediaFileRow = z.object({
  key: z.string(),
  bytes: z.number(),
  sha256: z.string().nullable(),
  problem: z.enum(storageProblems).nullable(),
  created_at: z.date(),
})
type MediaFileRow = z.infer<typeof MediaFileRow>

export const listFilesOfAsset = (environment: Environment, assetId: string) =>
  environment.postgres.rows(
    MediaFileRow,
    sql`
    select key, bytes, sha256, problem, created_at from media_files
    where environment_id = ${environment.id} and asset_id = ${assetId} order by key`,
  )

const MissingFilesRow = z.object({ asset_id: z.uuid(), count: z.number(), example: z.string() })
export type MissingFilesRow = z.infer<typeof MissingFilesRow>

/** Those of these assets that miss files, by the last storage check. */
export const listMissingFilesOf = (environment: Environment, assetIds: readonly string[]) =>
  environment.postgres.rows(
    MissingFilesRow,
    sql`
    select asset_id, count(*)::int as count, min(substr(key, 75)) as example from media_files
    where environment_id = ${environment.id} and asset_id = any(${[...assetIds]}::uuid[])
      and problem is not null and problem = 'missing'
    group by asset_id`,
  )

const CountRow = z.object({ count: z.number() })

export const hasAsset = async (environment: Environment, assetId: string) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from assets
      where environment_id = ${environment.id} and id = ${assetId} and status <> 'deleted'`,
    )
  ).count > 0

/** The environment may already be deleted. */
export const deleteMediaFiles = (postgres: Database, environmentId: string, prefix: string) =>
  postgres.run(sql`
    delete from media_files where environment_id = ${environmentId} and starts_with(key, ${prefix})`)
