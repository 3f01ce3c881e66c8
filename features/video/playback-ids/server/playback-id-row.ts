import { z } from 'zod'

export const PlaybackIdRow = z.object({
  id: z.string(),
  asset_id: z.uuid().nullable(),
  live_stream_id: z.uuid().nullable(),
  policy: z.enum(['public', 'signed']),
})
export type PlaybackIdRow = z.infer<typeof PlaybackIdRow>
