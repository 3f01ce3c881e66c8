import type { z } from 'zod'
import type { AccessToken } from '../contract.ts'
import type { AccessTokenRow } from './access-tokens.sql.ts'

export const presentAccessToken = (row: AccessTokenRow): z.input<typeof AccessToken> => ({
  id: row.id,
  name: row.name,
  environment_id: row.environment_id,
  environment_name: row.environment_name,
  environment_type: row.environment_type,
  permissions: row.permissions,
  created_at: row.created_at.toISOString(),
  created_by_user_email: row.created_by_email,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  valid_until: row.valid_until?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})
