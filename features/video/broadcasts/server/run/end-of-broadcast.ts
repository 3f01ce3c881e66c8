/** Why a broadcast ends. */
export type EndOfBroadcast =
  | 'ended'
  | 'complete'
  | 'disable'
  | 'delete'
  | 'no_keyframe'
  | 'max_continuous_duration'
  | 'test'
  | 'disk'
  | 'failed'
  | 'asset_deleted'

/** What its encoder is told. */
export const partingWords: Partial<Record<EndOfBroadcast, string>> = {
  disable: 'This live stream is disabled. Enable it before streaming.',
  delete: 'This live stream was deleted.',
  no_keyframe: 'No keyframe has arrived for 30 seconds.',
  max_continuous_duration: 'This live stream has reached its longest duration.',
  test: 'Test streams end after 5 minutes.',
  disk: 'This server cannot record: its disk is almost full.',
  failed: 'This server could not record the live stream.',
}
