const ends = [
  'ended',
  'complete',
  'disable',
  'delete',
  'no_keyframe',
  'max_continuous_duration',
  'test',
  'disk',
  'slow_disk',
  'unsteady',
  'failed',
  'asset_deleted',
] as const
/** Why a broadcast ends. */
export type EndOfBroadcast = (typeof ends)[number]

/** As a row has it. */
export const endOf = (reason: string | null): EndOfBroadcast =>
  ends.find((end) => end === reason) ?? 'ended'

/** The encoder left by itself, or with the program. */
export const isLoss = (reason: string) => reason === 'ended' || reason === 'restart'

/** The encoder may stay connected for a while; nothing that it sends is recorded. */
export const letsEncoderStay = (reason: EndOfBroadcast) =>
  reason === 'complete' || reason === 'asset_deleted'

/** The sentence that its encoder gets. */
export const partingWords: Partial<Record<EndOfBroadcast, string>> = {
  disable: 'This live stream is disabled. Enable it before streaming.',
  delete: 'This live stream was deleted.',
  no_keyframe: 'No keyframe has arrived for 30 seconds.',
  max_continuous_duration: 'This live stream has reached its longest duration.',
  test: 'Test streams end after 5 minutes.',
  disk: 'This server cannot record: its disk is almost full.',
  slow_disk:
    'This server wrote the live stream too slowly and stopped recording it. It may be busy: connect again, or send a lower bit rate.',
  unsteady: 'The size, codec or timestamps of this live stream changed too often to record it.',
  failed: 'This server could not record the live stream.',
}
