import type { z } from 'zod'
import type { Silence } from '../../contract.ts'
import { isSilentAt } from './is-silent-at.ts'
import type { SilenceRow } from './silences.sql.ts'

export const presentSilence = (row: SilenceRow, now: Date): z.input<typeof Silence> => ({
  ...row,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  is_active: isSilentAt(row, now),
  created_at: row.created_at.toISOString(),
})
