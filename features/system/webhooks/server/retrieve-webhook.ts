import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { webhooks } from '../contract.ts'
import { presentWebhook } from './present-webhook.ts'
import { findWebhook } from './webhooks.sql.ts'

export const retrieveWebhook: Handlers<typeof webhooks>['retrieve'] = async ({
  environment,
  params,
}) => {
  const found = await findWebhook(environment, params.id)
  if (!found) throw notFound('webhook')
  return { data: presentWebhook(found) }
}
