import { randomBytes, randomUUID } from 'node:crypto'
import type { ResolutionTier } from '@playhead/domain/video.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { sql } from '@playhead/postgres/sql.ts'

const rung = (name: '270p' | '720p' | '1080p' | '2160p', height: number, isOnDemand = true) => ({
  name,
  width: (height * 16) / 9,
  height,
  frameRate: 29.97,
  bandwidth: height * 4000,
  averageBandwidth: height * 3000,
  codecs: 'avc1.640028',
  isOnDemand,
})

const ticks = (seconds: number[]) => seconds.map((second) => Math.round(second * 90_000))

/** 20 seconds in five segments of uneven length, like real keyframes; audio is cut at slightly other times. */
export const plainMediaMap: MediaMap = {
  version: 1,
  duration: 20,
  video: {
    stream: 0,
    width: 1920,
    height: 1080,
    frameRate: 29.97,
    isVariableFrameRate: false,
    rotation: 0,
    isHdr: false,
    cuts: ticks([0, 4, 8.5, 12.5, 17, 20]),
    startTicks: 0,
    canCopy: false,
    rungs: [rung('270p', 270), rung('720p', 720), rung('1080p', 1080), rung('2160p', 2160, false)],
  },
  audio: [
    {
      name: 'audio-0',
      stream: 1,
      language: 'en',
      channels: 2,
      sampleRate: 48_000,
      codecs: 'mp4a.40.2',
      bandwidth: 128_000,
      cuts: ticks([0, 4.011, 8.512, 12.501, 17.003, 20]),
    },
  ],
}

interface Given {
  environment: { id: string }
  media?: MediaMap
  status?: 'preparing' | 'ready' | 'errored' | 'deleted'
  policy?: 'public' | 'signed'
  /** Whole renditions to store; the test chooses the content of their parts. */
  stored?: Record<string, Buffer[]>
  /** Of these, the bytes of each segment up to the end of its first frame. */
  keyframeBytes?: Record<string, number[]>
  resolutionTier?: ResolutionTier
  title?: string
}

/** An asset in its state after inspection, without a real file. */
export const insertPlayableAsset = async (
  { postgres, storage }: App,
  { environment, media = plainMediaMap, status = 'ready', policy = 'public', ...given }: Given,
) => {
  const id = randomUUID()
  const playbackId = randomBytes(20).toString('hex')
  await postgres.run(sql`
    insert into assets (id, environment_id, ingest_type, video_quality, max_resolution_tier, inputs,
      status, media_map, duration, resolution_tier, title, playable_at, ready_at)
    values (${id}, ${environment.id}, 'on_demand_url', 'plus', '1080p', '[]', ${status},
      ${status === 'preparing' ? null : sql.json(media)}, ${media.duration},
      ${given.resolutionTier ?? '1080p'}, ${given.title ?? null},
      ${status === 'preparing' ? null : new Date()}, ${status === 'ready' ? new Date() : null})`)
  await postgres.run(sql`
    insert into playback_ids (id, environment_id, asset_id, policy)
    values (${playbackId}, ${environment.id}, ${id}, ${policy})`)
  for (const [name, parts] of Object.entries(given.stored ?? {})) {
    const key = `${environment.id}/${id}/${name}.mp4`
    const offsets = parts.reduce((all, part) => [...all, (all.at(-1) ?? 0) + part.length], [0])
    await storage.write(key, Buffer.concat(parts))
    await postgres.run(sql`
      insert into asset_renditions (asset_id, environment_id, name, status, storage_key, offsets,
        keyframe_bytes, ready_at)
      values (${id}, ${environment.id}, ${name}, 'ready', ${key}, ${sql.json(offsets.slice(1))},
        ${given.keyframeBytes?.[name] ? sql.json(given.keyframeBytes[name]) : null}, now())`)
  }
  return { id, playbackId, environmentId: environment.id }
}

interface Made {
  id: string
  environmentId: string
}

/** A file of the asset in addition to its renditions, such as one for download. */
export const insertStaticFile = async (
  { postgres, storage }: App,
  asset: Made,
  given: { name: string; content: Buffer; width?: number; height?: number },
) => {
  const key = `${asset.environmentId}/${asset.id}/static/${given.name}`
  await storage.write(key, given.content)
  const height = given.height ?? null
  await postgres.run(sql`
    insert into static_renditions (environment_id, asset_id, name, resolution, type, status,
      width, height, bytes, storage_key)
    values (${asset.environmentId}, ${asset.id}, ${given.name}, 'highest', 'standard', 'ready',
      ${given.width ?? (height === null ? null : Math.round((height * 16) / 9))}, ${height}, ${given.content.length}, ${key})`)
}

export const insertTextTrack = async (
  { postgres, storage }: App,
  asset: Made,
  given: { language: string; name: string; vtt: string; txt?: string },
) => {
  const id = randomUUID()
  const key = `${asset.environmentId}/${asset.id}/text/${id}.vtt`
  await storage.write(key, Buffer.from(given.vtt))
  await storage.write(key.replace(/\.vtt$/, '.txt'), Buffer.from(given.txt ?? ''))
  await postgres.run(sql`
    insert into asset_tracks (id, environment_id, asset_id, type, status, name, language_code,
      text_type, text_source, storage_key)
    values (${id}, ${asset.environmentId}, ${asset.id}, 'text', 'ready', ${given.name},
      ${given.language}, 'subtitles', 'uploaded', ${key})`)
  return id
}

export const deleteAssetRow = ({ postgres }: App, asset: Made) =>
  postgres.run(sql`update assets set status = 'deleted', deleted_at = now() where id = ${asset.id}`)

export const insertRestriction = async (
  { postgres }: App,
  environment: { id: string },
  given: {
    domains: string[]
    allowsNoReferrer?: boolean
    allowsNoUserAgent?: boolean
    allowsHighRisk?: boolean
  },
) => {
  const id = randomUUID()
  await postgres.run(sql`
    insert into playback_restrictions (id, environment_id, allowed_domains, allows_no_referrer,
      allows_no_user_agent, allows_high_risk_user_agent)
    values (${id}, ${environment.id}, ${given.domains}, ${given.allowsNoReferrer ?? false},
      ${given.allowsNoUserAgent ?? true}, ${given.allowsHighRisk ?? true})`)
  return id
}
