import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from './asset-jobs.ts'
import { deleteRendition } from './asset-parts.sql.ts'
import type { RenditionRow } from './asset-row.ts'

/** The row, the work on it and its file. */
export const removeRendition = async (environment: Environment, rendition: RenditionRow) => {
  await deleteRendition(environment, rendition.id)
  await cancelJobs(environment.postgres, { kind: 'rendition.make', uniqueKey: rendition.id })
  if (rendition.storage_key) await enqueueRemoval(environment, rendition.storage_key)
}
