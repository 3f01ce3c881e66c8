import type { LiveStreamRow } from '@playhead/features/video/live-streams/server'
import type { VideoQuality } from '@playhead/domain/video.ts'
import type { MediaPacket, Refusal, StreamHeader } from '@playhead/ingest/packet.ts'
import type { LiveRecording } from '@playhead/media/live/live.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { refusalOfCodec } from '../admission/words.ts'
import { HealthRecorder } from '../health/health-recorder.ts'
import { LowerRungs } from './lower-rungs.ts'
import { Simulcast } from './simulcast.ts'
import { SoundConversion } from './sound-conversion.ts'
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
  /** Viewers see the slate from now on. */
  onSlate: () => void
}

/** What runs beside a recording, and never holds it up. */
export class SideWork {
  readonly health: HealthRecorder
  readonly slate: SlateKeeper
  readonly #rungs: LowerRungs
  readonly #simulcast: Simulcast
  readonly #sound: SoundConversion

  constructor({ app, environment, broadcastId, stream, recording, quality, ...of }: SideOf) {
    this.health = new HealthRecorder({
      app,
      environmentId: environment.id,
      liveStreamId: stream.id,
      broadcastId,
      mode: stream.latency_mode,
      isAudioOnly: stream.is_audio_only,
    })
    this.#sound = new SoundConversion({ app, recording, warn: of.warn })
    this.health.meter.isSoundConverted = () => this.#sound.isRunning
    this.slate = new SlateKeeper({ ...of, app, recording, settings: stream })
    this.#rungs = new LowerRungs({ app, recording, quality, warn: of.warn }, of.isRecovered)
    this.#simulcast = new Simulcast(app, environment, stream.id)
  }

  /** Chooses the renditions of the first header. */
  refusalOf(header: StreamHeader): Refusal | undefined {
    this.#rungs.begin(header)
    return this.#rungs.suits(header) ? undefined : refusalOfCodec(header)
  }

  /** Returns what is recorded. */
  takeHeader(header: StreamHeader): StreamHeader {
    this.#simulcast.takeHeader(header)
    this.health.takeHeader(header)
    return this.#sound.takeHeader(header)
  }

  /** Returns whether it is recorded as it is. */
  takePacket(packet: MediaPacket) {
    this.health.takePacket(packet)
    this.#simulcast.takePacket(packet)
    return this.#sound.takePacket(packet)
  }

  left() {
    this.health.left()
    this.#sound.stop()
    this.#simulcast.left()
  }

  /** Before the recording is finished. */
  async finish() {
    this.slate.stop()
    this.health.stop()
    this.#sound.stop()
    await this.#rungs.finish()
    await this.#simulcast.stop()
  }
}
