/** What the server of broadcasts uses of this folder. */
export { readLiveBytes, type LiveBytes } from './live-bytes.ts'
export { audioFacts } from './live-init.ts'
export type { LivePart, LiveSegment } from './live-part.ts'
export { LiveRecording, openRecording, type RecordingOptions } from './live-recording.ts'
export { LiveWindow, type PlaylistAnswer, type PlaylistRequest } from './live-window.ts'
export { recoverRecording } from './recover-recording.ts'
export type { FinishedRecording, FinishOptions } from './recording-facts.ts'
export { makeSlate, startSlate, type Slate } from './slate.ts'
