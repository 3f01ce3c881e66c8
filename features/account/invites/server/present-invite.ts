import type { z } from 'zod'
import type { Invite } from '../contract.ts'
import type { InviteRow } from './invites.sql.ts'

export const presentInvite = (row: InviteRow): z.input<typeof Invite> => ({
  id: row.id,
  email: row.email,
  type: row.type,
  plan: row.plan,
  admin: row.admin,
  environments: row.environment_ids,
  redirect_url: row.redirect_url,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
