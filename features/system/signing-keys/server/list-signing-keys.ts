import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signingKeys } from '../contract.ts'
import { presentSigningKey } from './present-signing-key.ts'
import { countSigningKeys, listSigningKeys as list } from './signing-keys.sql.ts'

export const listSigningKeys: Handlers<typeof signingKeys>['list'] = async ({
  environment,
  query,
}) => {
  const [count, rows] = await Promise.all([countSigningKeys(environment), list(environment, query)])
  return {
    data: rows.map(presentSigningKey),
    total_row_count: count,
    page: query.page,
    limit: query.limit,
  }
}
