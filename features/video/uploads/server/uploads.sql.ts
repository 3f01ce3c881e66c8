import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { AssetOptions } from '@playhead/features/video/assets/contract'
import { uploadStatuses } from '../contract.ts'

export const UploadRow = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  secret_sealed: z.string(),
  status: z.enum(uploadStatuses),
  cors_origin: z.string(),
  timeout_seconds: z.number(),
  new_asset_settings: AssetOptions,
  is_test: z.boolean(),
  asset_id: z.uuid().nullable(),
  total_bytes: z.number().nullable(),
  received_bytes: z.number(),
  error_type: z.string().nullable(),
  error_message: z.string().nullable(),
  expires_at: z.date(),
})
export type UploadRow = z.infer<typeof UploadRow>

const columns = sql`u.id, u.environment_id, u.secret_sealed, u.status, u.cors_origin,
  u.timeout_seconds, u.new_asset_settings, u.is_test, u.asset_id, u.total_bytes, u.received_bytes,
  u.error_type, u.error_message, u.expires_at`

interface NewUpload {
  secretHash: Buffer
  secretSealed: string
  corsOrigin: string
  timeoutSeconds: number
  newAssetSettings: AssetOptions
  isTest: boolean
  expiresAt: Date
}

export const insertUpload = (environment: Environment, upload: NewUpload) =>
  environment.postgres.row(
    UploadRow,
    sql`
    insert into uploads as u (environment_id, secret_hash, secret_sealed, cors_origin,
      timeout_seconds, new_asset_settings, is_test, expires_at)
    values (${environment.id}, ${upload.secretHash}, ${upload.secretSealed}, ${upload.corsOrigin},
      ${upload.timeoutSeconds}, ${sql.json(upload.newAssetSettings)}, ${upload.isTest}, ${upload.expiresAt})
    returning ${columns}`,
  )

const CountRow = z.object({ count: z.number() })

export const countUploads = async (environment: Environment) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`select count(*)::int as count from uploads where environment_id = ${environment.id}`,
    )
  ).count

export const listUploads = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    UploadRow,
    sql`
    select ${columns} from uploads u where u.environment_id = ${environment.id}
    order by u.created_at desc, u.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findUpload = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    UploadRow,
    sql`select ${columns} from uploads u where u.environment_id = ${environment.id} and u.id = ${id}`,
  )

const SentUploadRow = z.object({ ...UploadRow.shape, organization_id: z.uuid() })
export type SentUploadRow = z.infer<typeof SentUploadRow>

/** The secret in the address is the only credential: the tenant is not known before this query. */
export const findUploadBySecret = (postgres: Database, secretHash: Buffer) =>
  postgres.maybeRow(
    SentUploadRow,
    sql`
    select ${columns}, e.organization_id
    from uploads u join environments e on e.id = u.environment_id
    where u.secret_hash = ${secretHash}`,
  )

/** Only from `waiting`, so that one of several concurrent ends wins. */
export const endUpload = (
  environment: Environment,
  id: string,
  end: { status: 'cancelled' | 'timed_out' | 'errored'; error?: { type: string; message: string } },
  now: Date,
) =>
  environment.postgres.maybeRow(
    UploadRow,
    sql`
    update uploads u set status = ${end.status}, ended_at = ${now},
      error_type = ${end.error?.type ?? null}, error_message = ${end.error?.message ?? null}
    where u.environment_id = ${environment.id} and u.id = ${id} and u.status = 'waiting'
    returning ${columns}`,
  )

/** The total is fixed once it is set. Returns no row when the upload has ended in between. */
export const updateReceived = (
  environment: Environment,
  id: string,
  { receivedBytes, totalBytes }: { receivedBytes: number; totalBytes: number | null },
  now: Date,
) =>
  environment.postgres.maybeRow(
    UploadRow,
    sql`
    update uploads u set received_bytes = ${receivedBytes},
      total_bytes = coalesce(u.total_bytes, ${totalBytes}::bigint),
      expires_at = ${now}::timestamptz + make_interval(secs => u.timeout_seconds)
    where u.environment_id = ${environment.id} and u.id = ${id} and u.status = 'waiting'
    returning ${columns}`,
  )

export const completeUpload = (
  environment: Environment,
  id: string,
  { totalBytes, contentType }: { totalBytes: number; contentType: string | null },
  now: Date,
) =>
  environment.postgres.maybeRow(
    UploadRow,
    sql`
    update uploads u set status = 'asset_created', received_bytes = ${totalBytes},
      total_bytes = ${totalBytes}, content_type = ${contentType}, ended_at = ${now}
    where u.environment_id = ${environment.id} and u.id = ${id} and u.status = 'waiting'
    returning ${columns}`,
  )

export const updateAssetOfUpload = (environment: Environment, id: string, assetId: string) =>
  environment.postgres.row(
    UploadRow,
    sql`
    update uploads u set asset_id = ${assetId}
    where u.environment_id = ${environment.id} and u.id = ${id} returning ${columns}`,
  )

/** The file was received and later found unusable. */
export const updateRefusedUpload = (
  environment: Environment,
  id: string,
  error: { type: string; message: string },
) =>
  environment.postgres.maybeRow(
    UploadRow,
    sql`
    update uploads u set status = 'errored', error_type = ${error.type},
      error_message = ${error.message}
    where u.environment_id = ${environment.id} and u.id = ${id} and u.status = 'asset_created'
    returning ${columns}`,
  )

export const listOverdueUploads = (postgres: Database, now: Date, limit: number) =>
  postgres.rows(
    SentUploadRow,
    sql`
    select ${columns}, e.organization_id
    from uploads u join environments e on e.id = u.environment_id
    where u.status = 'waiting' and u.expires_at <= ${now} order by u.expires_at limit ${limit}`,
  )

const IdRow = z.object({ id: z.uuid() })

/**
 * Uploads whose files are still needed: they wait for more, or their asset may not have taken the
 * file yet. After a day it has, or all retries have ended.
 */
export const listUploadsWithFiles = async (postgres: Database, ids: string[], now: Date) =>
  (
    await postgres.rows(
      IdRow,
      sql`
      select u.id from uploads u left join assets a on a.id = u.asset_id
      where u.id = any(${ids}::uuid[]) and (u.status = 'waiting' or a.status = 'preparing'
        or (a.status <> 'deleted' and u.ended_at > ${now}::timestamptz - interval '1 day'))`,
    )
  ).map(({ id }) => id)
