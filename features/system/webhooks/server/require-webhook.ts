import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findWebhook } from './webhooks.sql.ts'

export const requireWebhook = async (environment: Environment, id: string) => {
  const found = await findWebhook(environment, id)
  if (!found) throw notFound('webhook')
  return found
}
