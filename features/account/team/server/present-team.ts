import type { z } from 'zod'
import type { Invite, TeamUser } from '../contract.ts'
import type { InviteRow } from './invites.sql.ts'
import type { TeamUserRow } from './team.sql.ts'

export const presentTeamUser = (row: TeamUserRow): z.input<typeof TeamUser> => ({
  ...row,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
})

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
