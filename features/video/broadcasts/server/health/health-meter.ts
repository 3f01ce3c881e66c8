import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import type { HealthSecond } from './health-point.ts'

const keptSeconds = 600
/** A gap of more than one and a half frames is a hole; longer ones are pauses. */
const holeFrames = 1.5
const pauseMs = 2000
/** Seconds are counted by a timer, which is late on a busy machine. */
const tickMsMin = 100

interface Counted {
  videoBytes: number
  audioBytes: number
  frames: number
  dropped: number
  jitterSum: number
  jitterCount: number
  driftSum: number
  driftCount: number
  longestSilence: number
}

const nothing = (): Counted => ({
  videoBytes: 0,
  audioBytes: 0,
  frames: 0,
  dropped: 0,
  jitterSum: 0,
  jitterCount: 0,
  driftSum: 0,
  driftCount: 0,
  longestSilence: 0,
})

/** Measures what arrives, second by second, from packets alone. */
export class HealthMeter {
  readonly seconds: HealthSecond[] = []
  /** Sound that cannot be recorded as it is. */
  isSoundConverted: () => boolean = () => false
  #header: StreamHeader | undefined
  #counted = nothing()
  #lastVideo: MediaPacket | undefined
  #lastAudio: MediaPacket | undefined
  #lastKey: number | undefined
  #keyInterval: number | null = null
  #first: { dts: number; arrivedAt: number } | undefined
  #clockDrift = 0
  #frameMs: number | undefined
  #hasUnevenFrames = false
  #hasUnorderedFrames = false
  #sizes = new Set<string>()
  #since = Date.now()
  /** When the running second began. */
  #begunAt = Date.now()

  get header() {
    return this.#header
  }

  get lastAudioAt() {
    return this.#lastAudio?.arrivedAt
  }

  get lastVideoAt() {
    return this.#lastVideo?.arrivedAt
  }

  get lastPacketAt() {
    return Math.max(this.lastAudioAt ?? 0, this.lastVideoAt ?? 0, this.#since)
  }

  get hasUnevenFrames() {
    return this.#hasUnevenFrames
  }

  get hasUnorderedFrames() {
    return this.#hasUnorderedFrames
  }

  get hasChangedSize() {
    return this.#sizes.size > 1
  }

  /** The encoder has come back: what it was away is no part of a second. */
  resume(now: number) {
    this.#counted = nothing()
    this.#begunAt = now
  }

  /** Also for a new connection, whose clock has nothing to do with the one before. */
  takeHeader(header: StreamHeader) {
    this.#header = header
    const { video } = header
    if (video) this.#sizes.add(`${video.width}x${video.height}`)
    this.#frameMs = video?.frameRate ? 1000 / video.frameRate : undefined
    this.#first = undefined
    this.#lastVideo = undefined
    this.#lastAudio = undefined
    this.#lastKey = undefined
    this.#since = Date.now()
  }

  takePacket(packet: MediaPacket) {
    this.#first ??= { dts: packet.dts, arrivedAt: packet.arrivedAt }
    const counted = this.#counted
    const silence = packet.arrivedAt - this.lastPacketAt
    counted.longestSilence = Math.max(counted.longestSilence, silence)
    this.#clockDrift = packet.arrivedAt - this.#first.arrivedAt - (packet.dts - this.#first.dts)
    if (packet.kind === 'video') this.#takePicture(packet)
    else {
      counted.audioBytes += packet.data.length
      this.#lastAudio = packet
    }
    if (this.#lastVideo && this.#lastAudio) {
      counted.driftSum += this.#lastVideo.dts - this.#lastAudio.dts
      counted.driftCount += 1
    }
  }

  #takePicture(packet: MediaPacket) {
    const counted = this.#counted
    counted.videoBytes += packet.data.length
    counted.frames += 1
    if (packet.pts < packet.dts) this.#hasUnorderedFrames = true
    const before = this.#lastVideo
    if (before) {
      const step = packet.dts - before.dts
      counted.jitterSum += Math.abs(packet.arrivedAt - before.arrivedAt - step)
      counted.jitterCount += 1
      this.#measureStep(step)
    }
    this.#lastVideo = packet
    if (!packet.isKey) return
    if (this.#lastKey !== undefined) this.#keyInterval = packet.dts - this.#lastKey
    this.#lastKey = packet.dts
  }

  #measureStep(step: number) {
    if (step <= 0 || step > pauseMs) return
    const usual = this.#frameMs
    if (usual === undefined) {
      this.#frameMs = step
      return
    }
    // Timestamps are whole milliseconds.
    if (step < usual - 3) this.#hasUnevenFrames = true
    if (step > usual * holeFrames) this.#counted.dropped += Math.round(step / usual) - 1
  }

  /** Ends a second; call it once in each, or as soon as that can be done. */
  tick(now: number): HealthSecond {
    const counted = this.#counted
    this.#counted = nothing()
    const passed = Math.max(tickMsMin, now - this.#begunAt) / 1000
    this.#begunAt = now
    const kbps = (bytes: number) => (bytes * 8) / 1000 / passed
    const second = {
      time: now,
      video_kbps: kbps(counted.videoBytes),
      audio_kbps: kbps(counted.audioBytes),
      frame_rate: counted.frames / passed,
      expected_frame_rate: this.#frameMs ? Math.round(100_000 / this.#frameMs) / 100 : null,
      keyframe_interval_ms: this.#keyInterval,
      dropped_frames: counted.dropped,
      av_drift_ms: counted.driftCount > 0 ? counted.driftSum / counted.driftCount : null,
      clock_drift_ms: this.#clockDrift,
      jitter_ms: counted.jitterCount > 0 ? counted.jitterSum / counted.jitterCount : 0,
      longest_silence_ms: Math.max(counted.longestSilence, now - this.lastPacketAt),
    }
    this.seconds.push(second)
    if (this.seconds.length > keptSeconds) this.seconds.shift()
    return second
  }
}
