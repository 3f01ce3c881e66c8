import { cancelJobs, enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { masterMake } from '../jobs.ts'
import { masterOpeningOf } from './master-file.ts'

const priority = 10

const keyOf = (assetId: string, secret: string) => `${assetId}/${masterOpeningOf(secret)}`

/** For this opening only: a new opening gets a new job, even while this one still runs. */
export const enqueueMaster = ({ id, postgres }: Environment, assetId: string, secret: string) =>
  enqueue(postgres, masterMake, {
    payload: { assetId, opening: masterOpeningOf(secret) },
    environmentId: id,
    uniqueKey: keyOf(assetId, secret),
    priority,
  })

export const cancelMaster = ({ postgres }: Environment, assetId: string, secret: string) =>
  cancelJobs(postgres, masterMake, keyOf(assetId, secret))
