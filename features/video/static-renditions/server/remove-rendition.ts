import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { renditionMake } from './jobs.ts'
import type { RenditionRow } from './rendition-row.ts'
import { deleteRendition } from './static-renditions.sql.ts'

/** Removes the row, its job and its file. */
export const removeRendition = async (environment: Environment, rendition: RenditionRow) => {
  await deleteRendition(environment, rendition.id)
  await cancelJobs(environment.postgres, renditionMake, rendition.id)
  if (rendition.storage_key) await enqueueRemoval(environment, rendition.storage_key)
}
