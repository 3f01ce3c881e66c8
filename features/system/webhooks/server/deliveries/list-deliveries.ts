import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { webhooks } from '../../contract.ts'
import { countDeliveries, listDeliveries as list } from './deliveries.sql.ts'
import { presentDelivery } from './present-delivery.ts'
import { requireWebhook } from '../require-webhook.ts'

export const listDeliveries: Handlers<typeof webhooks>['listDeliveries'] = async ({
  environment,
  params,
  query,
}) => {
  await requireWebhook(environment, params.id)
  const { page, limit, status } = query
  const given = { webhookId: params.id, status }
  const [count, rows] = await Promise.all([
    countDeliveries(environment, given),
    list(environment, { ...given, page, limit }),
  ])
  return { data: rows.map(presentDelivery), total_row_count: count, page, limit }
}
