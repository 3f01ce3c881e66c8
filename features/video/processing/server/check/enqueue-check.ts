import type { MediaMap } from '@playhead/media/media-map.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { assetCheck } from '../jobs.ts'

/** Behind everything else. */
const priority = 95

/** Only a copy shows viewers the damage of its source; recordings are our own. */
export const canBeChecked = ({ video, recordedLive }: MediaMap): boolean =>
  video?.canCopy === true && !recordedLive

export const enqueueCheck = async (
  { id, postgres }: Pick<Environment, 'id' | 'postgres'>,
  assetId: string,
): Promise<void> => {
  await enqueue(postgres, assetCheck, {
    payload: { assetId },
    environmentId: id,
    uniqueKey: assetId,
    priority,
  })
}
