import type { Reply } from '../protocol/frame.ts'

/** WebSocket close codes that give the reason. */
export const closeCodes = {
  goingAway: 1001,
  forbidden: 1008,
  tooLarge: 1009,
  restart: 1012,
  tooSlow: 1013,
} as const

/** Carries frames to one client: a WebSocket or a long-poll session. */
export interface Transport {
  readonly name: 'websocket' | 'longpoll'
  /** Bytes that were sent but have not reached the client yet. */
  waitingBytes(): number
  send(frame: string): void
  close(code: number, reason: string): void
}

/** One joined topic, as the feature that owns it sees it. */
export interface JoinedTopic {
  readonly topic: string
  /**
   * A newer frame of the same kind replaces one that a slow client has not received yet. When frames have only changes,
   * `newest` makes the one for a client that was slow; undefined drops it.
   */
  pushState(kind: string, frame: string, newest?: () => string | undefined): void
  /** Frames of one kind keep this order; a client that is far behind gets `gap` instead. */
  pushInOrder(frame: string, gap: string, kind?: string): void
  /** Takes one of the subscriptions that a socket may have; undefined if there is none left. The end of the join frees it. */
  reserve(): (() => void) | undefined
  /** Closes the topic for the client, for example when its access ended. */
  close(): void
}

/** A reply, and what follows once it was sent: what is pushed earlier would reach the client before the reply. */
export interface ReplyThen {
  reply: Reply
  sent: () => void
}

/** What a feature returns for a joined topic. */
export interface TopicSession {
  /** Sent as the reply to the join. */
  response?: object
  /** Called after the reply was sent: what is pushed earlier is dropped. */
  opened?: () => Promise<void> | void
  receive?: (event: string, payload: unknown) => Promise<Reply | ReplyThen> | Reply | ReplyThen
  /** Frames for a client that is about to be closed because it reads too slowly; sent if there is room. */
  tooSlow?: () => readonly string[]
  /** Called after the client left, was closed or disconnected. */
  left?: () => void
}

export type Opened = { session: TopicSession } | { refused: string }

/** Decides who may join which topic; implemented where API access is decided. */
export interface ChannelHost<Caller> {
  open(caller: Caller, joined: JoinedTopic, params: unknown): Promise<Opened>
  failed(error: unknown, topic: string): void
}
