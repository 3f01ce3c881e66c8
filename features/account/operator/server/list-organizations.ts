import type { Handlers } from '@playhead/server-kit/implement.ts'
import { operator } from '../contract.ts'
import { countAllOrganizations, listAllOrganizations } from './operator.sql.ts'
import { presentOperated } from './present-operated.ts'

export const listOrganizations: Handlers<typeof operator>['listOrganizations'] = async ({
  app,
  query,
}) => {
  const { query: text = '', page, limit } = query
  const [total, rows] = await Promise.all([
    countAllOrganizations(app.postgres, text.trim()),
    listAllOrganizations(app.postgres, text.trim(), { page, limit }),
  ])
  return { data: rows.map(presentOperated), total_row_count: total, page, limit }
}
