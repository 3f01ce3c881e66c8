/** The picture as its parameter sets describe it. */
export interface VideoHeader {
  codec: 'avc1' | 'hvc1' | 'av01'
  /** avcC, hvcC or av1C: what the sample entry of an MP4 holds. */
  config: Buffer
  width: number
  height: number
  /** Undefined where the parameter sets name none. */
  frameRate?: number
  /** In words, such as `High 4.0`. */
  profile?: string
}

export interface AudioHeader {
  codec: 'mp4a' | 'Opus' | 'mp3'
  /** AudioSpecificConfig or OpusHead; empty for MP3. */
  config: Buffer
  sampleRate: number
  channels: number
  /** `LC`, `HE-AAC` and others; only `LC` with one or two channels is played as it is. */
  profile?: string
}

export interface StreamHeader {
  video?: VideoHeader
  audio?: AudioHeader
  /** What the encoder says about itself and its settings, at most 40 entries. Nothing here is checked. */
  said: Record<string, string | number>
  /** The encoder sends several tracks of picture or sound; only the first is read. */
  hasMoreTracks?: boolean
}

/** Times are milliseconds with wraps undone; they may still jump or go back. */
export interface MediaPacket {
  kind: 'video' | 'audio'
  dts: number
  pts: number
  isKey: boolean
  /** Length-prefixed NAL units, AV1 OBUs or a raw audio frame. The receiver may keep it. */
  data: Buffer
  /** Milliseconds since the epoch. */
  arrivedAt: number
}

export interface Refusal {
  /** The server has no room, so the same encoder may be accepted later. */
  isForRoom: boolean
  /** The sentence that encoders show. */
  message: string
}

export type EndReason = 'unpublished' | 'closed' | 'silent' | 'failed'

/** Receives the media of one connection. What it throws ends that connection. */
export interface Publisher {
  /** Called before the first packet, and again only when parameters or tracks have changed. */
  takeHeader(header: StreamHeader): Refusal | undefined
  takePacket(packet: MediaPacket): void
  /** Called exactly once, after which nothing comes. */
  end(reason: EndReason, message?: string): void
}

/** What a publisher may do to its connection. */
export interface Connection {
  /** Says the message to the encoder and closes; `end` follows with `closed`. */
  drop(message: string): void
  /** Reads no more from the network until `resume`. */
  pause(): void
  resume(): void
}

export interface PublishRequest {
  protocol: 'rtmp' | 'rtmps' | 'srt'
  streamKey: string
  remoteAddress: string
  /** Name and version, as the encoder says it. */
  encoder?: string
  connection: Connection
}

export type Decision = { accepted: Publisher } | { refused: Refusal }

/** Asked once per connection, before the encoder is told to start. Nothing is read from the connection until then. */
export type Admit = (request: PublishRequest) => Promise<Decision>

/** The log of the program fits. No stream key is ever given to it. */
export interface IngestLog {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  error(message: string, detail?: Record<string, unknown>): void
}
