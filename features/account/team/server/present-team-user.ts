import type { z } from 'zod'
import type { TeamUser } from '../contract.ts'
import type { TeamUserRow } from './team.sql.ts'

export const presentTeamUser = (row: TeamUserRow): z.input<typeof TeamUser> => ({
  ...row,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
})
