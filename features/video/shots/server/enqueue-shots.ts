import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { shotsMake } from './jobs.ts'

export const enqueueShots = ({ id: environmentId, postgres }: Environment, assetId: string) =>
  enqueue(postgres, shotsMake, {
    payload: { assetId },
    environmentId,
    uniqueKey: assetId,
    priority: 10,
  })
