import type { ResolutionTier } from '@playhead/domain/video.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { AfterResponse } from '@playhead/server-kit/after-response.ts'
import { addDelivered, type DeliveredRow } from './delivery-usage.sql.ts'

/** A killed process loses at most this much. */
const gatherSeconds = 3
const hourMs = 3_600_000

interface Gathered {
  rows: Map<string, DeliveredRow>
  isScheduled: boolean
}

/** By process: copies of an app share `afterResponse`. */
const gatheredBy = new WeakMap<AfterResponse, Gathered>()

const gatheredOf = (app: App) => {
  const known = gatheredBy.get(app.afterResponse) ?? { rows: new Map(), isScheduled: false }
  gatheredBy.set(app.afterResponse, known)
  return known
}

const add = ({ rows }: Gathered, row: DeliveredRow) => {
  const name = `${row.assetId} ${row.hour.getTime()} ${row.tier}`
  const before = rows.get(name)
  rows.set(name, {
    ...row,
    seconds: row.seconds + (before?.seconds ?? 0),
    bytes: row.bytes + (before?.bytes ?? 0),
  })
}

const write = async (app: App, gathered: Gathered) => {
  gathered.isScheduled = false
  const rows = [...gathered.rows.values()]
  gathered.rows.clear()
  try {
    await addDelivered(app.postgres, rows)
  } catch (error) {
    // The next write includes these rows, once the database is back.
    for (const row of rows) add(gathered, row)
    throw error
  }
}

export interface Delivery {
  environmentId: string
  assetId: string
  tier: ResolutionTier
  seconds: number
  bytes: number
}

/** Counts seconds and bytes of delivered media; writes them in batches every few seconds. */
export const countDelivery = (app: App, delivery: Delivery) => {
  const gathered = gatheredOf(app)
  const hour = new Date(Math.floor(app.clock.now().getTime() / hourMs) * hourMs)
  add(gathered, { ...delivery, hour })
  if (gathered.isScheduled) return
  gathered.isScheduled = true
  app.afterResponse.runLater('counting what was delivered', gatherSeconds, () =>
    write(app, gathered),
  )
}
