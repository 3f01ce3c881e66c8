import type { App } from '@playhead/server-kit/app.ts'
import { type HealthRow, insertHealth } from './health.sql.ts'

/** All broadcasts write at the same steps of the clock. */
const gatherSeconds = 1

const gatheredBy = new WeakMap<App['storage'], HealthRow[]>()

const write = async ({ clickhouse, log, storage }: App) => {
  const rows = gatheredBy.get(storage) ?? []
  gatheredBy.delete(storage)
  // A chart with a hole is better than a broadcast that waits for it.
  await insertHealth(clickhouse, rows).catch((error: unknown) =>
    log.warn('The health of live streams could not be stored.', { error }),
  )
}

/** One insert for all broadcasts of this process, however many they are. */
export const storeHealth = (app: App, row: HealthRow) => {
  const gathered = gatheredBy.get(app.storage)
  if (gathered) {
    gathered.push(row)
    return
  }
  gatheredBy.set(app.storage, [row])
  app.afterResponse.runLater('storing the health of live streams', gatherSeconds, () => write(app))
}
