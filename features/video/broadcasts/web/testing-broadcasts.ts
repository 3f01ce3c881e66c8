import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { LiveStream } from '@playhead/features/video/live-streams/contract'
import { ids } from '@playhead/web-kit/testing.tsx'

export const base = `/organizations/${ids.organization}/environments/${ids.environment}`
export const streamId = 'bbbbbbbb-0000-4000-8000-000000000001'
export const recordingId = 'aaaaaaaa-0000-4000-8000-000000000077'
export const one = `/video/v1/live-streams/${streamId}`

export const aStream = (overrides: Record<string, unknown> = {}) =>
  toCamel(LiveStream, {
    id: streamId,
    created_at: '1795000001',
    status: 'active',
    stream_key: 'streamkey1',
    latency_mode: 'low',
    active_asset_id: recordingId,
    meta: { title: 'Feed 1' },
    ...overrides,
  })

const stepMs = 5_000
export const firstAt = Date.UTC(2026, 10, 21, 12)

/** Points every five seconds; those with these numbers are left out. */
export const aPointList = (
  count: number,
  missing: readonly number[] = [],
  overrides: Record<string, unknown> = {},
) =>
  Array.from({ length: count }, (_, index) => index)
    .filter((index) => !missing.includes(index))
    .map((index) => ({
      time: new Date(firstAt + index * stepMs).toISOString(),
      video_kbps: 5_900,
      audio_kbps: 128,
      frame_rate: 30,
      expected_frame_rate: 30,
      keyframe_interval_ms: 8_300,
      dropped_frames: 0,
      av_drift_ms: 12,
      clock_drift_ms: 1,
      jitter_ms: 1,
      longest_silence_ms: 33,
      ...overrides,
    }))

export const slowKeyframes = {
  type: 'slow_keyframes',
  message:
    'Keyframes come every 8.3 seconds. Set the keyframe interval of your encoder to 2 seconds: viewers are 6 seconds further behind than they need to be.',
  since: new Date(firstAt + 20_000).toISOString(),
}

export const aHealth = (overrides: Record<string, unknown> = {}) => ({
  body: {
    data: aPointList(60),
    status: 'poor',
    advice: [slowKeyframes],
    step_seconds: 5,
    ...overrides,
  },
})
