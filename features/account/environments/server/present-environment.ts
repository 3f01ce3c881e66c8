import type { z } from 'zod'
import type { EnvironmentRow } from '@playhead/server-kit/identity/identity.sql.ts'
import type { Environment } from '../contract.ts'

export const presentEnvironment = (row: EnvironmentRow): z.input<typeof Environment> => ({
  id: row.id,
  name: row.name,
  type: row.type,
  organization_id: row.organization_id,
  url: row.url,
  status: row.status,
  key: row.key,
  created_at: row.created_at.toISOString(),
})
