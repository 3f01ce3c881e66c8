import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'

const Made = z.object({ id: z.string() })

/** Inserts one of each object of video hosting in an environment. */
export const insertVideoObjects = async (database: Database, environmentId: string) => {
  const made = async (query: SqlFragment) => (await database.row(Made, query)).id
  const secret = randomBytes(32)
  const asset = await made(sql`
    insert into assets (environment_id, ingest_type, video_quality, max_resolution_tier, inputs, status)
    values (${environmentId}, 'on_demand_url', 'plus', '1080p', '[]', 'ready') returning id`)
  const liveStream = await made(sql`
    insert into live_streams (environment_id, key_hash, key_sealed, srt_passphrase_sealed,
      latency_mode, max_continuous_seconds)
    values (${environmentId}, ${randomBytes(32)}, 'sealed', 'sealed', 'standard', 43200) returning id`)
  await made(sql`
    insert into events (environment_id, type, object_type, object_id, data)
    values (${environmentId}, 'video.live_stream.created', 'live_stream', ${liveStream}, '{}') returning id`)
  await made(sql`
    insert into live_refusals (environment_id, live_stream_id, reason, message, protocol, network)
    values (${environmentId}, ${liveStream}, 'busy', 'Another encoder is already sending to this live stream.', 'rtmp', '192.0.2.0/24')
    returning id`)
  const broadcast = await made(sql`
    insert into live_broadcasts (environment_id, live_stream_id, asset_id, protocol, state, node_id,
      lease_until, latency_mode)
    values (${environmentId}, ${liveStream}, ${asset}, 'rtmp', 'ended', 'node', now(), 'standard')
    returning id`)
  await made(sql`
    insert into live_connections (environment_id, live_stream_id, broadcast_id, asset_id, protocol, network)
    values (${environmentId}, ${liveStream}, ${broadcast}, ${asset}, 'rtmp', '192.0.2.0/24') returning id`)
  return {
    asset,
    live_stream: liveStream,
    simulcast_target: await made(sql`
      insert into live_simulcast_targets (environment_id, live_stream_id, url)
      values (${environmentId}, ${liveStream}, 'rtmp://live.example.com/app') returning id`),
    asset_track: await made(sql`
      insert into asset_tracks (environment_id, asset_id, type, status, name, language_code)
      values (${environmentId}, ${asset}, 'text', 'ready', 'English', 'en') returning id`),
    static_rendition: await made(sql`
      insert into static_renditions (environment_id, asset_id, name, resolution, type, status)
      values (${environmentId}, ${asset}, 'highest.mp4', 'highest', 'standard', 'ready') returning id`),
    upload: await made(sql`
      insert into uploads (environment_id, secret_hash, secret_sealed, cors_origin, timeout_seconds,
        new_asset_settings, expires_at)
      values (${environmentId}, ${secret}, 'sealed', '*', 3600, '{}', now() + interval '1 hour') returning id`),
    signing_key: await made(sql`
      insert into signing_keys (environment_id, public_key) values (${environmentId}, 'PEM') returning id`),
    webhook: await made(sql`
      insert into webhooks (environment_id, address, secret_sealed)
      values (${environmentId}, ${`https://example.com/${randomUUID()}`}, 'sealed') returning id`),
    event: await made(sql`
      insert into events (environment_id, type, object_type, object_id, data)
      values (${environmentId}, 'video.asset.created', 'asset', ${asset}, '{}') returning id`),
    playback_id: await made(sql`
      insert into playback_ids (id, environment_id, asset_id, policy)
      values (${randomBytes(16).toString('hex')}, ${environmentId}, ${asset}, 'public') returning id`),
    playback_restriction: await made(sql`
      insert into playback_restrictions (environment_id, allowed_domains)
      values (${environmentId}, '{example.com}') returning id`),
    transcription_vocabulary: await made(sql`
      insert into transcription_vocabularies (environment_id, phrases)
      values (${environmentId}, '{Playhead}') returning id`),
  }
}
