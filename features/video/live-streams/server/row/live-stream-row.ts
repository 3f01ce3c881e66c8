import { z } from 'zod'
import { AssetOptions } from '@playhead/features/video/assets/contract'
import {
  EmbeddedSubtitle,
  GeneratedSubtitle,
  ingestProtocols,
  latencyModes,
  liveStreamStatuses,
} from '../../contract.ts'

/** What the API asks of a running broadcast. Each one includes those before it. */
export const liveCommands = ['complete', 'disable', 'delete'] as const
export type LiveCommand = (typeof liveCommands)[number]

export const LiveStreamRow = z.object({
  id: z.uuid(),
  status: z.enum(liveStreamStatuses),
  command: z.enum(liveCommands).nullable(),
  /** Changes with the stream key: a connection that was admitted with another one must end. */
  key_print: z.string(),
  key_sealed: z.string(),
  srt_passphrase_sealed: z.string(),
  latency_mode: z.enum(latencyModes),
  /** Seconds, resolved by the latency mode where it was not given. */
  reconnect_window: z.number(),
  max_continuous_seconds: z.number(),
  uses_slate: z.boolean(),
  slate_url: z.string().nullable(),
  is_audio_only: z.boolean(),
  is_test: z.boolean(),
  embedded_subtitles: z.array(EmbeddedSubtitle),
  generated_subtitles: z.array(GeneratedSubtitle),
  new_asset_settings: z.nullable(AssetOptions),
  title: z.string().nullable(),
  passthrough: z.string().nullable(),
  active_asset_id: z.uuid().nullable(),
  ingest_protocol: z.enum(ingestProtocols).nullable(),
  is_connected: z.boolean(),
  is_recording: z.boolean(),
  created_at: z.date(),
  deleted_at: z.date().nullable(),
})
export type LiveStreamRow = z.infer<typeof LiveStreamRow>

/** From the accepted encoder until the recording is closed. */
export const hasBroadcast = (stream: LiveStreamRow) =>
  stream.status === 'active' || stream.active_asset_id !== null || stream.is_connected
