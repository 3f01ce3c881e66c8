export {
  createdAtOf,
  type LiveStream,
  newestAssetId,
  type PlaybackId,
  shownPlaybackId,
  stateOf,
  titleOf,
} from './live-stream-facts.ts'
export { RotateKeyDialog } from './detail/rotate-key-dialog.tsx'
export { SecretValue } from './secret-value.tsx'
export { useRecording } from './use-recording.ts'
export { changesStream } from './detail/use-stream-call.ts'
export { useLeaveMissing } from './detail/use-leave-missing.ts'
