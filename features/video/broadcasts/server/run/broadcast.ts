import { setTimeout as pause } from 'node:timers/promises'
import { insertLiveWarning } from '@playhead/features/video/live-streams/server'
import type {
  EndReason,
  MediaPacket,
  PublishRequest,
  StreamHeader,
} from '@playhead/ingest/packet.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { LiveView } from '../live-registry.ts'
import { SideWork } from '../side/side-work.ts'
import type { BroadcastState } from '../rows/broadcasts.sql.ts'
import { markSlateShown, nameEncoder } from '../rows/connections.sql.ts'
import { insertRefusal } from '../rows/refusals.sql.ts'
import { RecordedState } from './recorded-state.ts'
import { type EndOfBroadcast, letsEncoderStay, partingWords } from './end-of-broadcast.ts'
import { endOfFailure } from './end-of-failure.ts'
import type { BroadcastOptions } from './broadcast-options.ts'
import { closedCaptionsOf } from './captions-of.ts'
import type { BroadcastPlace } from './change-state.ts'
import { EncoderConnection } from './encoder-connection.ts'
import { arrivedOf, encoderSaid } from './encoder-of.ts'
import { Ending } from './ending.ts'
import { type RunningSettings, runningSettings } from './running-settings.ts'
import { Timers } from './timers.ts'
import { WorkLine } from './work-line.ts'

const withoutKeyframeMs = 30_000
const testMs = 5 * 60_000
const queuedBytesMax = 24 * 2 ** 20
/** A second encoder takes over from one that has sent nothing for this long. */
const quietMs = 3000
/** How long a stop waits for a broadcast that is being finished. */
const settleMs = 5000

/** One run of a live stream on this process: what arrives is recorded, and rows and events follow. */
export class Broadcast {
  readonly place: BroadcastPlace
  readonly id: string
  readonly environment: Environment
  readonly assetId: string
  readonly liveStreamId: string
  readonly #options: BroadcastOptions
  readonly #line: WorkLine
  readonly #timers = new Timers()
  readonly #side: SideWork
  #state: BroadcastState
  readonly #rows: RecordedState
  readonly #ending: Ending
  #connection: EncoderConnection | undefined
  #header: StreamHeader | undefined
  #settings: RunningSettings
  /** Also of the time before a restart. */
  #activeAt: number | undefined
  /** Once for each connection: an encoder may change its parameters all the time. */
  readonly #warned = new Set<string>()
  /** How often and how long the encoder was away. */
  readonly away = { reconnects: 0, seconds: 0, since: Date.now() }

  constructor(options: BroadcastOptions) {
    this.#options = options
    const { app, environment, id, assetId, recording, recovered, stream } = options
    const liveStreamId = stream.id
    this.place = { app, environment, id, assetId, liveStreamId }
    this.id = id
    this.environment = environment
    this.assetId = assetId
    this.liveStreamId = liveStreamId
    this.#settings = stream
    this.#line = new WorkLine(app, { broadcast: id })
    this.#state = recovered?.state ?? 'connecting'
    this.#activeAt = recovered?.activeAt?.getTime()
    this.#rows = new RecordedState(this.place, recording, {
      state: this.#state,
      tracks: recovered?.tracks,
      isConnected: !recovered || stream.is_connected,
    })
    this.#side = new SideWork({
      ...options,
      broadcastId: id,
      quality: options.asset.quality,
      isRecovered: recovered !== undefined,
      warn: (warning) => this.warn(warning),
      onSlate: () => void this.#line.add(() => markSlateShown(environment, id)),
    })
    const { place } = this
    const [side, rows] = [this.#side, this.#rows]
    this.#ending = new Ending({ place, recording, asset: options.asset, side, rows })
    recording.on('part', () => this.#sawPart())
    recording.on('segment', () => this.#sawSegment())
    recording.on('failure', (error) => {
      app.log.error('A live recording failed.', { broadcast: id, error })
      const reason = endOfFailure(error)
      this.warn({ type: `recording_${reason}`, message: partingWords[reason] ?? error.message })
      void this.finish(reason)
    })
    recording.on('warning', ({ type, message }) =>
      this.warn({ type: type.replaceAll('-', '_'), message }),
    )
    this.#limit()
  }

  /** Also of the time before a restart. */
  #limit() {
    const goneMs = Date.now() - this.#options.beganAt.getTime()
    const restMs = Math.max(0, this.#settings.max_continuous_seconds * 1000 - goneMs)
    this.#timers.set('max', restMs, () => this.finish('max_continuous_duration'))
  }

  /** What its live stream was changed to. */
  takeSettings(asked: RunningSettings) {
    const before = this.#settings
    const settings = (this.#settings = runningSettings(before, asked))
    if (this.isOver) return
    this.#side.slate.takeSettings(settings)
    if (settings.max_continuous_seconds !== before.max_continuous_seconds) this.#limit()
    if (settings.reconnect_window !== before.reconnect_window && this.#timers.has('away'))
      this.#wait()
  }

  /** For the encoder, since it was lost. */
  #wait() {
    const goneMs = Date.now() - this.away.since
    const restMs = Math.max(0, this.#settings.reconnect_window * 1000 - goneMs)
    this.#timers.set('away', restMs, () => this.finish('ended'))
  }

  get state() {
    return this.#state
  }

  get connection() {
    return this.#connection
  }

  get health() {
    return this.#side.health
  }

  get header() {
    return this.#header
  }

  get view(): LiveView {
    const { environment, id, assetId, recording, stream } = this.#options
    return {
      broadcastId: id,
      environmentId: environment.id,
      liveStreamId: this.liveStreamId,
      assetId,
      window: recording.window,
      closedCaptions: closedCaptionsOf(stream),
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
    this.#warned.clear()
    this.#expectKeyframe()
    return this.#connection
  }

  /** Called again with each segment: none ends where pictures stop or times stand still. */
  #expectKeyframe() {
    this.#timers.set('keyframe', withoutKeyframeMs, () => this.finish('no_keyframe'))
  }

  /** An encoder that comes back, or another one in place of one that is quiet. */
  async reconnect(
    request: PublishRequest,
    keyPrint: string,
  ): Promise<EncoderConnection | undefined> {
    this.#connection?.drop('Another encoder has taken over this live stream.')
    await this.#line.settled()
    if (this.isOver || this.#connection) return undefined
    this.#timers.clear('away')
    const connection = this.connect(request, keyPrint)
    this.#side.slate.back()
    this.away.reconnects += 1
    this.away.seconds += (Date.now() - this.away.since) / 1000
    this.#state = 'recording'
    await this.#line.add(() => this.#rows.returned(arrivedOf(request)))
    return connection
  }

  takeHeader(header: StreamHeader, from: EncoderConnection) {
    const { environment, id } = this
    const refusal = this.#side.refusalOf(header)
    if (refusal) {
      const { message } = refusal
      this.warn({ type: 'refused', message })
      const { protocol, network } = arrivedOf(from)
      const given = { reason: 'codec', message, protocol, network }
      void this.#line.add(() => insertRefusal(environment, this.liveStreamId, given))
      return refusal
    }
    const encoder = encoderSaid(header)
    // Once for each connection: an encoder may send its header all the time.
    if (encoder !== undefined && !from.isNamed) {
      from.isNamed = true
      void this.#line.add(() => nameEncoder(environment, id, encoder))
    }
    this.#header = header
    from.header = header
    this.#options.recording.begin(this.#side.takeHeader(header))
    return undefined
  }

  takePacket(packet: MediaPacket) {
    const { recording } = this.#options
    if (this.#side.takePacket(packet)) recording.push(packet)
    if (recording.files.queuedBytes > queuedBytesMax) this.#connection?.pause()
  }

  left(connection: EncoderConnection, _reason: EndReason) {
    if (this.#connection !== connection) return
    this.#connection = undefined
    this.#timers.clear('keyframe')
    this.#side.left()
    this.away.since = Date.now()
    if (this.isOver) return
    const { recording } = this.#options
    recording.leave()
    void this.#line.add(() => this.#disconnect())
  }

  warn(warning: { type: string; message: string }) {
    if (this.#warned.has(warning.type)) return
    this.#warned.add(warning.type)
    const { environment } = this.#options
    void this.#line.add(() => insertLiveWarning(environment, this.liveStreamId, warning))
  }

  /** Waits for the encoder as after a lost connection. */
  async awaitReturn(seconds: number) {
    await this.#line.add(async () => {
      // The program may have died between the first viewer and the row.
      if (this.#options.recording.window.isPlayable) await this.#becomeActive()
      await this.#rows.disconnected()
    })
    this.#state = 'away'
    this.#timers.set('away', seconds * 1000, () => this.finish('ended'))
    void this.#side.slate.away()
  }

  /** Ends the broadcast; the encoder may stay connected only after `complete`. */
  finish(reason: EndOfBroadcast): Promise<void> {
    if (this.isOver) return this.#line.settled()
    this.#state = 'finishing'
    this.#timers.clearAll()
    const connection = this.#connection
    this.#connection = undefined
    const words = partingWords[reason] ?? 'This live stream has ended.'
    if (letsEncoderStay(reason)) connection?.drain(words)
    else connection?.drop(words)
    void this.#line.add(() => this.#ending.begin(reason), { mustHappen: true })
    const work = async () => {
      const isKept = await this.#ending.complete(reason)
      this.#state = 'ended'
      // What was disabled or deleted is not played any more.
      this.#options.onEnd(this, isKept && reason !== 'disable' && reason !== 'delete')
    }
    return this.#line.add(work, { mustHappen: true })
  }

  /** The program stops: everything is on the disk, and the next start goes on with it. */
  async suspend() {
    this.#timers.clearAll()
    const isFinishing = this.isOver
    this.#state = 'ended'
    this.#connection = undefined
    // With the database away it would never settle; the next start finishes it.
    if (isFinishing)
      await Promise.race([this.#line.settled(), pause(settleMs, undefined, { ref: false })])
    this.#line.close()
    if (!isFinishing) {
      await this.#ending.finishSide()
      await this.#options.recording.suspend().catch(() => {})
    }
    this.#options.onEnd(this, false)
  }

  async #disconnect() {
    const { recording } = this.#options
    await recording.files.settled()
    if (recording.window.isPlayable) await this.#becomeActive()
    if (this.isOver) return
    if (this.#connection) return
    const hasMedia = recording.window.renditions.some(({ segments }) => segments.length > 0)
    if (!hasMedia || this.#settings.reconnect_window === 0) {
      void this.finish('ended')
      return
    }
    await this.#rows.disconnected()
    this.#state = 'away'
    this.#wait()
    void this.#side.slate.away()
  }

  #sawPart() {
    const { recording } = this.#options
    if (recording.files.queuedBytes < queuedBytesMax / 2) this.#connection?.resume()
    if (this.#rows.state !== 'connecting' || !this.#connection) return
    // The slate goes on until the first keyframe.
    if (recording.runs.at(-1)?.kind !== 'content') return
    this.#expectKeyframe()
    void this.#line.add(async () => {
      await this.#becomeRecording()
      // After a return there is enough to play already.
      if (this.#rows.state === 'recording' && recording.window.isPlayable)
        await this.#becomeActive()
    })
  }

  #sawSegment() {
    if (this.#connection && this.#options.recording.runs.at(-1)?.kind === 'content')
      this.#expectKeyframe()
    if (this.#rows.state === 'active' || !this.#options.recording.window.isPlayable) return
    if (this.#connection) void this.#line.add(() => this.#becomeActive())
  }

  async #becomeRecording() {
    await this.#rows.becomeRecording()
    if (this.#state === 'connecting') this.#state = 'recording'
  }

  async #becomeActive() {
    if (!(await this.#rows.becomeActive())) return
    if (!this.isOver) this.#state = 'active'
    const { is_test: isTest } = this.#options.stream
    this.#activeAt ??= Date.now()
    if (isTest && !this.#timers.has('test')) {
      const restMs = Math.max(0, testMs - (Date.now() - this.#activeAt))
      this.#timers.set('test', restMs, () => this.finish('test'))
    }
    void this.#side.slate.prepare()
  }
}
