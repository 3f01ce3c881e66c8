import { countMembers } from '@playhead/server-kit/identity/members.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { team } from '../contract.ts'
import { presentTeamUser } from './present-team-user.ts'
import { listTeamUsers } from './team.sql.ts'

export const listUsers: Handlers<typeof team>['listUsers'] = async ({ organization, query }) => {
  const [total, rows] = await Promise.all([
    countMembers(organization),
    listTeamUsers(organization, query),
  ])
  return { data: rows.map(presentTeamUser), total_row_count: total, ...query }
}
