import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { deliveryUsage } from '../contract.ts'
import { findAssetUsage } from './delivery-usage.sql.ts'
import { rounded } from './rounded.ts'

export const retrieveAssetUsage: Handlers<typeof deliveryUsage>['ofAsset'] = async ({
  environment,
  params,
}) => {
  const found = await findAssetUsage(environment, params.id)
  if (!found) throw notFound('asset')
  return {
    data: {
      stored_minutes: rounded((found.duration ?? 0) / 60),
      stored_bytes: found.stored_bytes,
      encoded_minutes: rounded(found.encoded_seconds / 60),
      delivered_minutes: rounded(found.delivered_seconds / 60),
      delivered_bytes: found.delivered_bytes,
    },
  }
}
