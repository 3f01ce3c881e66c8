import { z } from 'zod'

export const TrackRow = z.object({
  id: z.uuid(),
  asset_id: z.uuid(),
  type: z.enum(['video', 'audio', 'text']),
  status: z.enum(['preparing', 'ready', 'errored', 'deleted']),
  is_primary: z.boolean(),
  name: z.string().nullable(),
  language_code: z.string().nullable(),
  closed_captions: z.boolean(),
  text_type: z.enum(['subtitles']).nullable(),
  text_source: z
    .enum(['uploaded', 'embedded', 'generated_live', 'generated_live_final', 'generated_vod'])
    .nullable(),
  passthrough: z.string().nullable(),
  url: z.string().nullable(),
  duration: z.number().nullable(),
  max_width: z.number().nullable(),
  max_height: z.number().nullable(),
  max_frame_rate: z.number().nullable(),
  max_channels: z.number().nullable(),
  language_confidence: z.number().nullable(),
  source_stream: z.number().nullable(),
  storage_key: z.string().nullable(),
  error_type: z.string().nullable(),
  error_messages: z.array(z.string()),
})
export type TrackRow = z.infer<typeof TrackRow>
