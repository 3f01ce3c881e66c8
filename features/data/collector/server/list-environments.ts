import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector } from '../contract.ts'
import { countAllEnvironments, listAllEnvironments } from './environments.sql.ts'

export const listEnvironments: Handlers<typeof collector>['listEnvironments'] = async ({
  app,
  query,
}) => {
  const { query: text = '', page, limit } = query
  const [total, data] = await Promise.all([
    countAllEnvironments(app.postgres, text.trim()),
    listAllEnvironments(app.postgres, text.trim(), { page, limit }),
  ])
  return { data, total_row_count: total, page, limit }
}
