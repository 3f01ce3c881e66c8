import { listLogsOf } from '@playhead/features/activity/logs/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../../contract.ts'
import { requireAsset } from '../require-asset.ts'

export const listAssetLogs: Handlers<typeof assets>['logs'] = async ({
  environment,
  params,
  query,
}) => {
  const { id } = await requireAsset(environment, params.id)
  return { data: await listLogsOf(environment, id, query.limit) }
}
