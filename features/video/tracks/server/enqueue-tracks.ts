import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { textsExtract, trackMake } from './jobs.ts'

const priority = 10

export const enqueueTrack = (
  { id: environmentId, postgres }: Environment,
  trackId: string,
  soundTrackId?: string,
) =>
  enqueue(postgres, trackMake, {
    payload: { trackId, ...(soundTrackId !== undefined && { soundTrackId }) },
    environmentId,
    uniqueKey: trackId,
    priority,
  })

export const enqueueTexts = ({ id: environmentId, postgres }: Environment, assetId: string) =>
  enqueue(postgres, textsExtract, {
    payload: { assetId },
    environmentId,
    uniqueKey: assetId,
    priority,
  })
