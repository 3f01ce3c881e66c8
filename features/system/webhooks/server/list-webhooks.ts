import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { webhooks } from '../contract.ts'
import { presentWebhook } from './present-webhook.ts'
import { countWebhooks, listWebhooks as list } from './webhooks.sql.ts'

export const listWebhooks: Handlers<typeof webhooks>['list'] = async ({ environment, query }) => {
  const [count, rows] = await Promise.all([countWebhooks(environment), list(environment, query)])
  return { data: rows.map(presentWebhook), total_row_count: count, ...query }
}
