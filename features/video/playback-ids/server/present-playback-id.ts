import type { z } from 'zod/mini'
import type { PlaybackId } from '@playhead/features/video/assets/contract'
import type { PlaybackIdRow } from './playback-id-row.ts'

export const presentPlaybackId = ({ id, policy }: PlaybackIdRow): z.input<typeof PlaybackId> => ({
  id,
  policy,
})
