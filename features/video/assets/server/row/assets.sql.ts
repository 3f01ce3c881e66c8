import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/postgres/sql.ts'
import { isUuid } from '@playhead/server-kit/identity/caller.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { InputSettings } from '../../contract.ts'
import { AssetRow } from './asset-row.ts'

const columns = sql`id, status, ingest_type, upload_id, source_asset_id, live_stream_id, title,
  creator_id, external_id, passthrough, video_quality, max_resolution_tier, normalizes_audio,
  is_test, wants_shots, copies_overlays, mp4_support, thumbnail_time, inputs, input_info, non_standard_reasons,
  duration, resolution_tier, aspect_ratio, max_stored_frame_rate, recording_times, progress_state,
  progress_percent, error_type, error_messages, master_access, master_status, master_until,
  master_secret, shots_status, shots_error, created_at, playable_at, ready_at, deleted_at,
  created_at::text as created_place`

const kept = (environment: Environment) =>
  sql`environment_id = ${environment.id} and status <> 'deleted'`

export interface NewAssetRow {
  /** Chosen by the caller where others must know it before. */
  id: string
  ingestType: AssetRow['ingest_type']
  uploadId: string | null
  sourceAssetId: string | null
  liveStreamId: string | null
  title: string | null
  creatorId: string | null
  externalId: string | null
  passthrough: string | null
  videoQuality: AssetRow['video_quality']
  maxResolutionTier: AssetRow['max_resolution_tier']
  normalizesAudio: boolean
  isTest: boolean
  wantsShots: boolean
  copiesOverlays: boolean
  mp4Support: AssetRow['mp4_support']
  masterAccess: AssetRow['master_access']
  inputs: InputSettings[]
}

export const insertAssetRow = (environment: Environment, given: NewAssetRow) =>
  environment.postgres.row(
    AssetRow,
    sql`
    insert into assets (id, environment_id, ingest_type, upload_id, source_asset_id, live_stream_id,
      progress_state, title, creator_id,
      external_id, passthrough, video_quality, max_resolution_tier, normalizes_audio, is_test,
      wants_shots, copies_overlays, shots_status, mp4_support, master_access, master_status, inputs)
    values (${given.id}, ${environment.id}, ${given.ingestType}, ${given.uploadId}, ${given.sourceAssetId},
      ${given.liveStreamId}, ${given.liveStreamId === null ? 'ingesting' : 'live'}, ${given.title}, ${given.creatorId}, ${given.externalId}, ${given.passthrough},
      ${given.videoQuality}, ${given.maxResolutionTier}, ${given.normalizesAudio}, ${given.isTest},
      ${given.wantsShots}, ${given.copiesOverlays}, ${given.wantsShots ? 'pending' : null}, ${given.mp4Support},
      ${given.masterAccess}, ${given.masterAccess === 'temporary' ? 'preparing' : null},
      ${sql.json(given.inputs)})
    returning ${columns}`,
  )

export const findAsset = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    AssetRow,
    sql`select ${columns} from assets where ${kept(environment)} and id = ${id}`,
  )

/** For the last event of an asset. */
export const findAssetEvenDeleted = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    AssetRow,
    sql`select ${columns} from assets where environment_id = ${environment.id} and id = ${id}`,
  )

/** Locks the row until the end of the transaction, so that a change and its event agree. */
export const lockAsset = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    AssetRow,
    sql`select ${columns} from assets where ${kept(environment)} and id = ${id} for update`,
  )

interface AssetSearch {
  uploadId?: string | undefined
  liveStreamId?: string | undefined
  status?: string | undefined
  q?: string | undefined
}

const isColumn = (column: SqlFragment, id: string | undefined) =>
  id === undefined ? sql`true` : isUuid(id) ? sql`${column} = ${id}` : sql`false`

const contains = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const found = (environment: Environment, search: AssetSearch) => {
  const q = search.q?.trim() ?? ''
  const pattern = contains(q)
  return sql.join(
    [
      kept(environment),
      isColumn(sql`upload_id`, search.uploadId),
      isColumn(sql`live_stream_id`, search.liveStreamId),
      search.status ? sql`status = ${search.status}` : sql`true`,
      q === ''
        ? sql`true`
        : sql`(title ilike ${pattern} or passthrough ilike ${pattern} or creator_id ilike ${pattern}
          or external_id ilike ${pattern} or id::text ilike ${pattern} or upload_id::text = ${q}
          or exists (select 1 from playback_ids p where p.asset_id = assets.id and p.id = ${q}))`,
    ],
    ' AND ',
  )
}

const Count = z.object({ count: z.number() })

export const countAssets = async (environment: Environment, search: AssetSearch) =>
  (
    await environment.postgres.row(
      Count,
      sql`select count(*)::int as count from assets where ${found(environment, search)}`,
    )
  ).count

export interface AssetOrder {
  by: 'created_at' | 'title' | 'duration' | 'status'
  direction: 'asc' | 'desc'
}

/** The position after which a list continues: a time and an id. */
export interface AssetPlace {
  createdAt: string
  id: string
}

const directions = { asc: sql`asc`, desc: sql`desc` }

const orderOf = ({ by, direction }: AssetOrder) =>
  by === 'created_at'
    ? sql`created_at ${directions[direction]}, id ${directions[direction]}`
    : sql`${sql.identifier(by)} ${directions[direction]} nulls last, created_at desc, id desc`

const after = ({ createdAt, id }: AssetPlace, { direction }: AssetOrder) =>
  direction === 'desc'
    ? sql`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
    : sql`(created_at, id) > (${createdAt}::timestamptz, ${id}::uuid)`

export const listAssetRows = (
  environment: Environment,
  search: AssetSearch,
  order: AssetOrder,
  { limit, offset, place }: { limit: number; offset: number; place: AssetPlace | undefined },
) =>
  environment.postgres.rows(
    AssetRow,
    sql`
    select ${columns} from assets
    where ${found(environment, search)} ${place ? sql`and ${after(place, order)}` : sql.empty}
    order by ${orderOf(order)} limit ${limit} offset ${offset}`,
  )

export interface AssetTexts {
  title: string | null
  creator_id: string | null
  external_id: string | null
  passthrough: string | null
  thumbnail_time: number | null
}

export const updateAssetTexts = (environment: Environment, id: string, texts: AssetTexts) =>
  environment.postgres.row(
    AssetRow,
    sql`
    update assets set title = ${texts.title}, creator_id = ${texts.creator_id},
      external_id = ${texts.external_id}, passthrough = ${texts.passthrough},
      thumbnail_time = ${texts.thumbnail_time}
    where ${kept(environment)} and id = ${id} returning ${columns}`,
  )

/** The row stays for delivery statistics; queries no longer find it. */
export const markAssetDeleted = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update assets set status = 'deleted', deleted_at = clock_timestamp(), master_secret = null
    where ${kept(environment)} and id = ${id}`)

const PreparedRow = z.object({ day: z.string(), seconds: z.number() })

/** Includes assets that were deleted since: they were prepared too. */
export const sumPreparedSeconds = (environment: Environment, since: Date) =>
  environment.postgres.rows(
    PreparedRow,
    sql`
    select ready_at::date as day, coalesce(sum(duration), 0)::float8 as seconds from assets
    where environment_id = ${environment.id} and ready_at >= ${since} group by 1 order by 1`,
  )

const PlanRow = z.object({
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
})

/** For work that runs outside of a request. */
export const findPlanOf = ({ organizationId, postgres }: Environment) =>
  postgres.row(
    PlanRow,
    sql`select plan, plan_flags, feature_overrides from organizations where id = ${organizationId}`,
  )
