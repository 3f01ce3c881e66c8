import type { RecordedTracks } from '@playhead/features/video/assets/server'
import { insertLiveWarning, type LiveStreamRow } from '@playhead/features/video/live-streams/server'
import type {
  EndReason,
  MediaPacket,
  PublishRequest,
  StreamHeader,
} from '@playhead/ingest/packet.ts'
import type { LiveRecording } from '@playhead/media/live/live-recording.ts'
import type { FinishedRecording } from '@playhead/media/live/recording-facts.ts'
import type { MaxTier } from '@playhead/media/tiers.ts'
import type { VideoQuality } from '@playhead/domain/video.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { LiveView } from '../live-registry.ts'
import { refusalOfHeader } from '../admission/words.ts'
import type { BroadcastState } from '../rows/broadcasts.sql.ts'
import { recordActive, recordDisconnected, recordRecording, recordReturn } from './change-state.ts'
import { type EndOfBroadcast, partingWords } from './end-of-broadcast.ts'
import { EncoderConnection } from './encoder-connection.ts'
import { finishRecording } from './finish-recording.ts'
import { isPlayedAsItIs, tracksOf } from './tracks-of.ts'
import { WorkLine } from './work-line.ts'

interface BroadcastOptions {
  app: App
  environment: Environment
  id: string
  assetId: string
  stream: LiveStreamRow
  recording: LiveRecording
  asset: { maxTier: MaxTier; quality: VideoQuality }
  /** Read back after a restart, with the last state that its rows have. */
  recovered?: { state: BroadcastState; tracks: RecordedTracks | undefined }
  onEnd(broadcast: Broadcast, isOver: boolean): void
}

const withoutKeyframeMs = 30_000
const testMs = 5 * 60_000
const queuedBytesMax = 24 * 2 ** 20
/** A second encoder takes over from one that has sent nothing for this long. */
const quietMs = 3000

/** One run of a live stream on this process: what arrives is recorded, and rows and events follow. */
export class Broadcast {
  readonly #options: BroadcastOptions
  readonly #line: WorkLine
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #state: BroadcastState
  /** What the rows say; changes only within the line of work. */
  #recorded: BroadcastState
  #isConnectedInRow: boolean
  #connection: EncoderConnection | undefined
  #tracks: RecordedTracks | undefined
  #header: StreamHeader | undefined

  constructor(options: BroadcastOptions) {
    this.#options = options
    const { app, id, recording, recovered, stream } = options
    this.#line = new WorkLine(app, { broadcast: id })
    this.#state = recovered?.state ?? 'connecting'
    this.#recorded = this.#state
    this.#tracks = recovered?.tracks
    this.#isConnectedInRow = !recovered || stream.is_connected
    recording.on('part', () => this.#sawPart())
    recording.on('segment', () => this.#sawSegment())
    recording.on('failure', (error) => {
      app.log.error('A live recording failed.', { broadcast: id, error })
      void this.finish('failed')
    })
    recording.on('warning', (warning) => this.warn(warning))
    this.#after('max', stream.max_continuous_seconds * 1000, () =>
      this.finish('max_continuous_duration'),
    )
  }

  get place() {
    const { app, environment, id, assetId } = this.#options
    return { app, environment, id, assetId, liveStreamId: this.liveStreamId }
  }

  get id() {
    return this.#options.id
  }

  get environment() {
    return this.#options.environment
  }

  get assetId() {
    return this.#options.assetId
  }

  get liveStreamId() {
    return this.#options.stream.id
  }

  get state() {
    return this.#state
  }

  get connection() {
    return this.#connection
  }

  get header() {
    return this.#header
  }

  get view(): LiveView {
    const { environment, id, assetId, recording } = this.#options
    return {
      broadcastId: id,
      environmentId: environment.id,
      liveStreamId: this.liveStreamId,
      assetId,
      window: recording.window,
      startedAt: recording.startedAt,
    }
  }

  get isOver() {
    return this.#state === 'finishing' || this.#state === 'ended'
  }

  /** Whether another encoder may take the place of the connected one. */
  get isQuiet() {
    return !this.#connection || Date.now() - this.#connection.lastPacketAt > quietMs
  }

  /** The first encoder; its rows are written already. */
  connect(request: PublishRequest, keyPrint: string): EncoderConnection {
    this.#connection = new EncoderConnection(request, keyPrint, this)
    this.#after('keyframe', withoutKeyframeMs, () => this.finish('no_keyframe'))
    return this.#connection
  }

  /** An encoder that comes back, or another one in place of one that is quiet. */
  async reconnect(
    request: PublishRequest,
    keyPrint: string,
  ): Promise<EncoderConnection | undefined> {
    this.#connection?.drop('Another encoder has taken over this live stream.')
    await this.#line.settled()
    if (this.isOver || this.#connection) return undefined
    this.#clear('away')
    const connection = this.connect(request, keyPrint)
    this.#state = 'recording'
    await this.#line.add(async () => {
      await recordReturn(this.place, connection.encoder)
      this.#isConnectedInRow = true
      this.#recorded = 'connecting'
    })
    return connection
  }

  takeHeader(header: StreamHeader, from: EncoderConnection) {
    const refusal = refusalOfHeader(header)
    if (refusal) {
      this.warn({ type: 'refused', message: refusal.message })
      return refusal
    }
    this.#header = header
    from.header = header
    if (header.audio && !isPlayedAsItIs(header.audio))
      this.warn({
        type: 'unusual-sound',
        message:
          'Only AAC-LC sound with one or two channels is recorded. Choose it in your encoder.',
      })
    this.#options.recording.begin(header)
    return undefined
  }

  takePacket(packet: MediaPacket) {
    const { recording } = this.#options
    recording.push(packet)
    if (recording.files.queuedBytes > queuedBytesMax) this.#connection?.pause()
  }

  left(connection: EncoderConnection, _reason: EndReason) {
    if (this.#connection !== connection) return
    this.#connection = undefined
    this.#clear('keyframe')
    if (this.isOver) return
    const { recording } = this.#options
    recording.leave()
    void this.#line.add(() => this.#disconnect())
  }

  warn(warning: { type: string; message: string }) {
    const { environment } = this.#options
    void this.#line.add(() => insertLiveWarning(environment, this.liveStreamId, warning))
  }

  /** Waits for the encoder as after a lost connection. */
  async awaitReturn(seconds: number) {
    await this.#line.add(async () => {
      if (this.#isConnectedInRow) await recordDisconnected(this.place)
      this.#isConnectedInRow = false
      this.#recorded = 'away'
    })
    this.#state = 'away'
    this.#after('away', seconds * 1000, () => this.finish('ended'))
  }

  /** Ends the broadcast; the encoder may stay connected only after `complete`. */
  finish(reason: EndOfBroadcast): Promise<void> {
    if (this.isOver) return this.#line.settled()
    this.#state = 'finishing'
    for (const name of this.#timers.keys()) this.#clear(name)
    const connection = this.#connection
    this.#connection = undefined
    const words = partingWords[reason] ?? 'This live stream has ended.'
    if (reason === 'complete') connection?.drain(words)
    else connection?.drop(words)
    const { app, recording, asset } = this.#options
    let found: FinishedRecording | undefined
    const recorded = async () =>
      recording
        .finish({ maxTier: asset.maxTier, quality: asset.quality })
        .catch((error: unknown) => {
          app.log.error('The end of a live recording failed.', { broadcast: this.id, error })
          return undefined
        })
    return this.#line.add(async () => {
      found ??= await recorded()
      await finishRecording(this.place, found, {
        reason,
        wasConnected: this.#isConnectedInRow,
        disables: reason === 'test',
      })
      this.#state = 'ended'
      this.#options.onEnd(this, true)
    })
  }

  /** The program stops: everything is on the disk, and the next start goes on with it. */
  async suspend() {
    for (const name of this.#timers.keys()) this.#clear(name)
    const isFinishing = this.isOver
    this.#state = 'ended'
    this.#connection = undefined
    if (isFinishing) await this.#line.settled()
    this.#line.close()
    if (!isFinishing) await this.#options.recording.suspend().catch(() => {})
    this.#options.onEnd(this, false)
  }

  async #disconnect() {
    const { recording, stream } = this.#options
    await recording.files.settled()
    if (recording.window.isPlayable) await this.#becomeActive()
    if (this.isOver) return
    if (this.#connection) return
    const hasMedia = recording.window.renditions.some(({ segments }) => segments.length > 0)
    if (!hasMedia || stream.reconnect_window === 0) {
      void this.finish('ended')
      return
    }
    await recordDisconnected(this.place)
    this.#isConnectedInRow = false
    this.#recorded = 'away'
    this.#state = 'away'
    this.#after('away', stream.reconnect_window * 1000, () => this.finish('ended'))
  }

  #sawPart() {
    const { recording } = this.#options
    if (recording.files.queuedBytes < queuedBytesMax / 2) this.#connection?.resume()
    if (this.#recorded !== 'connecting' || !this.#connection) return
    this.#clear('keyframe')
    void this.#line.add(async () => {
      await this.#becomeRecording()
      // After a return there is enough to play already.
      if (this.#recorded === 'recording' && recording.window.isPlayable) await this.#becomeActive()
    })
  }

  #sawSegment() {
    if (this.#recorded === 'active' || !this.#options.recording.window.isPlayable) return
    if (this.#connection) void this.#line.add(() => this.#becomeActive())
  }

  async #becomeRecording() {
    if (this.#recorded !== 'connecting') return
    const isFirst = this.#tracks === undefined
    this.#tracks ??= tracksOf(this.#options.recording)
    await recordRecording(this.place, isFirst ? this.#tracks : undefined)
    this.#recorded = 'recording'
    if (this.#state === 'connecting') this.#state = 'recording'
  }

  async #becomeActive() {
    await this.#becomeRecording()
    if (this.#recorded !== 'recording' || !this.#tracks) return
    await recordActive(this.place, this.#tracks)
    this.#recorded = 'active'
    if (!this.isOver) this.#state = 'active'
    if (this.#options.stream.is_test) this.#after('test', testMs, () => this.finish('test'), true)
  }

  #after(name: string, ms: number, work: () => Promise<unknown>, isOnce = false) {
    if (isOnce && this.#timers.has(name)) return
    this.#clear(name)
    const timer = setTimeout(() => void work(), ms)
    timer.unref()
    this.#timers.set(name, timer)
  }

  #clear(name: string) {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
  }
}
