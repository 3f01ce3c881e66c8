import type { Refusal, StreamHeader } from '@playhead/ingest/packet.ts'

/** The sentences that refused encoders get; where there was no room, they may try again. */
export const refusals = {
  key: { isForRoom: false, message: 'There is no live stream with this key.' },
  attempts: {
    isForRoom: true,
    message: 'Too many wrong keys have come from this network. Try again in ten minutes.',
  },
  disabled: {
    isForRoom: false,
    message: 'This live stream is disabled. Enable it before streaming.',
  },
  busy: { isForRoom: false, message: 'Another encoder is already sending to this live stream.' },
  load: {
    isForRoom: true,
    message: 'This server is too busy for another live stream. Try again in a minute.',
  },
  disk: { isForRoom: true, message: 'This server cannot record: its disk is almost full.' },
  plan: { isForRoom: false, message: 'Your plan does not include live streaming.' },
  spending_cap: {
    isForRoom: false,
    message: 'This organization has reached its spending cap for this month.',
  },
  invoice_overdue: {
    isForRoom: false,
    message: 'An invoice of this organization is long overdue.',
  },
  test_only: { isForRoom: false, message: 'Your plan includes test live streams only.' },
} as const satisfies Record<string, Refusal>
export type RefusalReason = keyof typeof refusals | 'streams' | 'codec' | 'settings'

export const refusedSettings = (why: string): Refusal => ({
  isForRoom: false,
  message: `The recordings of this live stream cannot be made: ${why.replace(/\.$/, '')}.`,
})

export const tooManyStreams = (max: number): Refusal => ({
  isForRoom: true,
  message: `This server is at its limit of ${max} live streams. Try again when one has ended.`,
})

const names = { hvc1: 'HEVC', av01: 'AV1' } as const

/** Viewers without the codec need another rendition, for which there is no room. */
export const refusalOfCodec = ({ video }: StreamHeader): Refusal | undefined =>
  video && video.codec !== 'avc1'
    ? {
        isForRoom: true,
        message: `${names[video.codec]} cannot be converted here right now. Send H.264.`,
      }
    : undefined
