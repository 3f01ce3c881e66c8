import type { LivePart, LiveSegment, SegmentHead } from './live-part.ts'

export type WarningType = 'slow-disk' | 'late-sound' | 'long-group'

export interface RecordingEvents {
  /** In its file, and on offer. */
  part: [LivePart]
  /** A segment of picture and sound is closed, in its files, and on offer. */
  segment: [{ msn: number; segments: readonly LiveSegment[] }]
  /** A segment of the picture begins; nothing of it is written yet. */
  opened: [SegmentHead]
  /** Nothing more is recorded. */
  failure: [Error]
  warning: [{ type: WarningType; message: string }]
}

/** In words for people. */
export const warnings: Readonly<Record<WarningType, string>> = {
  'slow-disk': 'The disk is slower than the broadcast.',
  'late-sound': 'Sound that begins after the picture has been shown is not recorded.',
  'long-group': 'Keyframes are so far apart that segments begin without one.',
}
