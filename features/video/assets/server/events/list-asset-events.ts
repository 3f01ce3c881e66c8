import { listEventsOf } from '@playhead/features/activity/events/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../../contract.ts'
import { requireAsset } from '../require-asset.ts'

export const listAssetEvents: Handlers<typeof assets>['events'] = async ({
  environment,
  params,
  query,
}) => {
  const { id } = await requireAsset(environment, params.id)
  return { data: await listEventsOf(environment, id, query.limit) }
}
