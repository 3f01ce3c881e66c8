import type { Database } from '@playhead/postgres/client.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { mediaRemove } from './jobs.ts'

/** Runs before most other jobs: the same file may be made again right after. */
const priorities = { removal: 5, environment: 50 } as const

/**
 * Removes everything with this prefix. The jobs of `ending` were cancelled and may still run: files
 * that they store until they end are removed too, even if the program is killed.
 */
export const enqueueRemoval = (
  { id, postgres }: Environment,
  prefix: string,
  ending: readonly string[] = [],
) =>
  enqueue(postgres, mediaRemove, {
    payload: { prefix, ...(ending.length > 0 && { ending }) },
    environmentId: id,
    uniqueKey: prefix,
    priority: priorities.removal,
  })

/** Call it in the transaction that deletes the environment. */
export const enqueueRemovalOfEnvironment = (postgres: Database, environmentId: string) => {
  const prefix = `${environmentId}/`
  return enqueue(postgres, mediaRemove, {
    payload: { prefix },
    environmentId,
    uniqueKey: prefix,
    priority: priorities.environment,
  })
}
