import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { accessTokens } from '../contract.ts'
import { countAccessTokens, listAccessTokens as list } from './access-tokens.sql.ts'
import { presentAccessToken } from './present-access-token.ts'

export const listAccessTokens: Handlers<typeof accessTokens>['list'] = async ({
  organization,
  query,
}) => {
  const { page, limit } = query
  const filter = { isShowingRevoked: query.show_revoked }
  const order = { by: query.order_by, direction: query.order_direction }
  const [total, rows] = await Promise.all([
    countAccessTokens(organization, filter),
    list(organization, filter, order, { page, limit }),
  ])
  return { data: rows.map(presentAccessToken), total_row_count: total, page, limit }
}
