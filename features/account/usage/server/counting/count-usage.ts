import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { countEnvironment } from './count-environment.ts'
import { listEnvironmentsToCount } from './environments-to-count.sql.ts'
import { startOfHour } from './hour-range.ts'

/** One environment that cannot be counted does not hinder the others; it is tried again with the next run. */
export const countDue = async (app: App, signal?: AbortSignal) => {
  const now = app.clock.now()
  let failure: unknown
  for (const { id, organization_id: organizationId } of await listEnvironmentsToCount(
    app.postgres,
    startOfHour(now),
  )) {
    if (signal?.aborted) return
    const { postgres, clickhouse } = app
    await countEnvironment({ id, organizationId, postgres, clickhouse }, now).catch(
      (error: unknown) => {
        failure = error
        app.log.warn('the usage of an environment could not be counted', { environment: id, error })
      },
    )
  }
  if (failure !== undefined) throw failure
}

export const countUsage: Schedule = { name: 'usage: count hours', everySeconds: 300, run: countDue }
