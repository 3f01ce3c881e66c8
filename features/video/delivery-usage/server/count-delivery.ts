import type { ResolutionTier } from '@playhead/domain/video.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { AfterAnswer } from '@playhead/server-kit/after-answer.ts'
import { addDelivered, type DeliveredRow } from './delivery-usage.sql.ts'

/** What a process that is killed may forget. */
const gatherSeconds = 3
const hourMs = 3_600_000

interface Gathered {
  rows: Map<string, DeliveredRow>
  isScheduled: boolean
}

/** By process of the program: copies of an app share what comes after its answers. */
const gatheredBy = new WeakMap<AfterAnswer, Gathered>()

const gatheredOf = (app: App) => {
  const known = gatheredBy.get(app.afterAnswer) ?? { rows: new Map(), isScheduled: false }
  gatheredBy.set(app.afterAnswer, known)
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
    // They are counted with the next ones, once the database is back.
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

/** Seconds and bytes of media that a viewer was given; written together every few seconds. */
export const countDelivery = (app: App, delivery: Delivery) => {
  const gathered = gatheredOf(app)
  const hour = new Date(Math.floor(app.clock.now().getTime() / hourMs) * hourMs)
  add(gathered, { ...delivery, hour })
  if (gathered.isScheduled) return
  gathered.isScheduled = true
  app.afterAnswer.runLater('counting what was delivered', gatherSeconds, () => write(app, gathered))
}
