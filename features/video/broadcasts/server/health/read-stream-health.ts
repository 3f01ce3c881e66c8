import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { findLiveStream } from '@playhead/features/video/live-streams/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type broadcasts, healthLimits } from '../../contract.ts'
import { registryOf } from '../live-registry.ts'
import { readHealthReport } from './health-report.ts'
import { listHealth } from './health.sql.ts'

const rowSeconds = 5

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

/** LIVE-020: what the encoder sent, and what to change. */
export const readStreamHealth: Handlers<typeof broadcasts>['streamHealth'] = async ({
  app,
  environment,
  flags,
  params,
  query,
}) => {
  if (!flags.liveStreamHealth) throw new ApiError('upgrade_required', { name: 'liveStreamHealth' })
  const stream = await findLiveStream(environment, params.id)
  if (!stream) throw notFound('live stream')
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const since = Math.min(now, Math.floor(query.start_time ?? now - healthLimits.defaultSeconds))
  const rows = Math.ceil((now - since) / rowSeconds)
  const stepSeconds = rowSeconds * Math.max(1, Math.ceil(rows / healthLimits.pointsMax))
  const points = await listHealth(environment, stream.id, { sinceSeconds: since, stepSeconds })
  const report = await readHealthReport(environment, stream.id, registryOf(app).ofStream(stream.id))
  return {
    data: points.map(({ at, dropped_frames: dropped, ...figures }) => ({
      time: new Date(at * 1000).toISOString(),
      video_kbps: rounded(figures.video_kbps),
      audio_kbps: rounded(figures.audio_kbps),
      frame_rate: rounded(figures.frame_rate),
      expected_frame_rate: rounded(figures.expected_frame_rate),
      keyframe_interval_ms: rounded(figures.keyframe_interval_ms),
      dropped_frames: dropped,
      av_drift_ms: rounded(figures.av_drift_ms),
      clock_drift_ms: rounded(figures.clock_drift_ms),
      jitter_ms: rounded(figures.jitter_ms),
      longest_silence_ms: rounded(figures.longest_silence_ms),
    })),
    status: report?.status ?? null,
    advice: report?.advice ?? [],
    step_seconds: stepSeconds,
  }
}
