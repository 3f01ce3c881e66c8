import type { z } from 'zod'
import type { Passkey } from '../../contract.ts'
import type { PasskeyRow } from './passkeys.sql.ts'

export const presentPasskey = (row: PasskeyRow): z.input<typeof Passkey> => ({
  id: row.id,
  name: row.name,
  host: row.rp_id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
