import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { auditTrail } from '../contract.ts'
import { countChanges, listChanges as list } from './changes.sql.ts'

export const listChanges: Handlers<typeof auditTrail>['listChanges'] = async ({
  organization,
  query,
}) => {
  const [total, rows] = await Promise.all([countChanges(organization), list(organization, query)])
  const data = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  return { data, total_row_count: total, ...query }
}
