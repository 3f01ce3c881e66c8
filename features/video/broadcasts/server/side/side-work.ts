import type { LiveStreamRow } from '@playhead/features/video/live-streams/server'
import type { VideoQuality } from '@playhead/domain/video.ts'
import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import type { LiveRecording } from '@playhead/media/live/live.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { HealthRecorder } from '../health/health-recorder.ts'
import { LowerRungs } from './lower-rungs.ts'
import { Simulcast } from './simulcast.ts'
import { SlateKeeper } from './slate-keeper.ts'

interface SideOf {
  app: App
  environment: Environment
  broadcastId: string
  stream: LiveStreamRow
  recording: LiveRecording
  quality: VideoQuality
  isRecovered: boolean
  warn: (warning: { type: string; message: string }) => void
}

/** What runs beside a recording, and never holds it up. */
export class SideWork {
  readonly health: HealthRecorder
  readonly slate: SlateKeeper
  readonly #rungs: LowerRungs
  readonly #simulcast: Simulcast

  constructor({ app, environment, broadcastId, stream, recording, quality, ...of }: SideOf) {
    this.health = new HealthRecorder({
      app,
      environmentId: environment.id,
      liveStreamId: stream.id,
      broadcastId,
      mode: stream.latency_mode,
      isAudioOnly: stream.is_audio_only,
    })
    this.slate = new SlateKeeper({ app, recording, stream, warn: of.warn })
    this.#rungs = new LowerRungs({ app, recording, quality, warn: of.warn }, of.isRecovered)
    this.#simulcast = new Simulcast(app, environment, stream.id)
  }

  takeHeader(header: StreamHeader) {
    this.health.takeHeader(header)
    this.#rungs.begin(header)
    this.#simulcast.takeHeader(header)
  }

  takePacket(packet: MediaPacket) {
    this.health.takePacket(packet)
    this.#simulcast.takePacket(packet)
  }

  left() {
    this.health.left()
    this.#simulcast.left()
  }

  /** Before the recording is finished. */
  async finish() {
    this.slate.stop()
    this.health.stop()
    await this.#rungs.finish()
    await this.#simulcast.stop()
  }
}
