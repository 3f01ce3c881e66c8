import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { renditionMake } from './jobs.ts'

const priority = 10

export const enqueueRendition = (
  { id: environmentId, postgres }: Environment,
  staticRenditionId: string,
) =>
  enqueue(postgres, renditionMake, {
    payload: { staticRenditionId },
    environmentId,
    uniqueKey: staticRenditionId,
    priority,
  })
