import { z } from 'zod'
import { simulcastStatuses } from '../../contract.ts'

export const TargetRow = z.object({
  id: z.uuid(),
  live_stream_id: z.uuid(),
  url: z.string(),
  key_sealed: z.string().nullable(),
  passthrough: z.string().nullable(),
  status: z.enum(simulcastStatuses),
  error_severity: z.enum(['normal', 'fatal']).nullable(),
  last_error: z.string().nullable(),
})
export type TargetRow = z.infer<typeof TargetRow>
