import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findDelivery, type Place } from './deliveries.sql.ts'

export const requireDelivery = async (environment: Environment, place: Place) => {
  const found = await findDelivery(environment, place)
  if (!found) throw notFound('delivery')
  return found
}
