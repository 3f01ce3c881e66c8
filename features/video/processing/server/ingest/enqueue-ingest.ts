import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { assetIngest } from '../jobs.ts'

/** Also for an asset that failed: its job begins again. */
export const enqueueIngest = ({ id, postgres }: Environment, assetId: string) =>
  enqueue(postgres, assetIngest, {
    payload: { assetId },
    environmentId: id,
    uniqueKey: assetId,
    priority: 0,
  })
