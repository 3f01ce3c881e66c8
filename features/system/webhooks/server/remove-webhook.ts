import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { webhooks } from '../contract.ts'
import { recordWebhookChange } from './record-webhook-change.ts'
import { deleteWebhook, lockWebhook } from './webhooks.sql.ts'

export const removeWebhook: Handlers<typeof webhooks>['remove'] = async ({
  params,
  ...context
}) => {
  await context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const found = await lockWebhook(tenant, params.id)
    if (!found) throw notFound('webhook')
    await deleteWebhook(tenant, found.id)
    await recordWebhookChange({ ...context }, tenant, 'deleted', found)
  })
  return undefined
}
