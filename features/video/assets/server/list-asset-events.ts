import { listEventsOf } from '@playhead/features/activity/events/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../contract.ts'
import { demandAsset } from './demand-asset.ts'

export const listAssetEvents: Handlers<typeof assets>['events'] = async ({
  environment,
  params,
  query,
}) => {
  const { id } = await demandAsset(environment, params.id)
  return { data: await listEventsOf(environment, id, query.limit) }
}
