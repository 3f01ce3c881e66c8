import type { Ad, PlayerError, SessionPlan } from '../plan/session-plan.ts'
import type { Rendition } from '../world/players.ts'
import type { Fields } from './reporter.ts'

/** Fields stored with the events of a view unchanged. */
type Kept = Record<string, string | number | boolean>

/** Age of the newest manifest of a live channel. */
const manifestAgeMs = 4_000

export const renditionFields = (rendition: Rendition): Kept => ({
  video_source_width: rendition.width,
  video_source_height: rendition.height,
  video_source_bitrate: rendition.bitrate,
  video_source_fps: rendition.fps,
  video_source_codec: rendition.codec,
  video_source_rendition_name: rendition.name,
})

export const errorFields = (error: PlayerError): Kept => ({
  player_error_code: error.code,
  player_error_message: error.message,
  ...(error.context !== null && { player_error_context: error.context }),
  ...(error.severity === 'warning' && { player_error_severity: 'warning' }),
  ...(error.isBusinessException && { player_error_business_exception: true }),
})

export const adFields = ({ id }: Ad): Kept => ({
  ad_id: id,
  ad_creative_id: `${id}-30`,
  ad_universal_id: id,
})

export const liveFields = ({ liveLatencyMs }: SessionPlan, at: number): Fields =>
  liveLatencyMs === null
    ? {}
    : {
        player_program_time: at - liveLatencyMs,
        player_manifest_newest_program_time: at - Math.min(manifestAgeMs, liveLatencyMs / 2),
      }
