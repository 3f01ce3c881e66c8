import { z } from 'zod'

export const RenditionRow = z.object({
  id: z.uuid(),
  asset_id: z.uuid(),
  name: z.string(),
  resolution: z.string(),
  type: z.enum(['standard', 'advanced']),
  status: z.enum(['preparing', 'ready', 'skipped', 'errored']),
  passthrough: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  bitrate: z.number().nullable(),
  bytes: z.number().nullable(),
  storage_key: z.string().nullable(),
  error_message: z.string().nullable(),
})
export type RenditionRow = z.infer<typeof RenditionRow>
