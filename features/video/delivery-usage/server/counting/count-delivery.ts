import type { ResolutionTier } from '@playhead/domain/video.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { AfterResponse } from '@playhead/server-kit/after-response.ts'
import { DeliveryLog } from './delivery-log.ts'

/** A killed process loses at most a second: this, and the time to write the file. */
const keepSeconds = 0.5
const countSeconds = 3
const retrySeconds = 10
const hourMs = 3_600_000

class Gathering {
  readonly log: DeliveryLog
  readonly #scheduled = new Set<string>()

  constructor({ settings }: App) {
    this.log = new DeliveryLog(settings.dataFolder)
  }

  schedule(app: App, what: string, seconds: number, work: () => Promise<void>) {
    if (this.#scheduled.has(what)) return
    this.#scheduled.add(what)
    app.afterResponse.runLater(what, seconds, () => {
      this.#scheduled.delete(what)
      return work()
    })
  }
}

/** What cannot be counted now is tried again, even if nothing else is delivered. */
const count = async (app: App, gathering: Gathering): Promise<void> => {
  try {
    await gathering.log.count(app)
  } catch (error) {
    gathering.schedule(app, 'counting deliveries again', retrySeconds, () => count(app, gathering))
    throw error
  }
}

/** By process: copies of an app share `afterResponse`. */
const gatherings = new WeakMap<AfterResponse, Gathering>()

const gatheringOf = (app: App) => {
  const known = gatherings.get(app.afterResponse) ?? new Gathering(app)
  gatherings.set(app.afterResponse, known)
  return known
}

export interface Delivery {
  environmentId: string
  assetId: string
  tier: ResolutionTier
  seconds: number
  bytes: number
}

/** Counts seconds and bytes of delivered media: durable within a second, in the database within a few. */
export const countDelivery = (app: App, delivery: Delivery) => {
  const gathering = gatheringOf(app)
  const { log } = gathering
  const hour = new Date(Math.floor(app.clock.now().getTime() / hourMs) * hourMs)
  log.add({ ...delivery, hour })
  gathering.schedule(app, 'keeping what was delivered', keepSeconds, () => log.keep())
  gathering.schedule(app, 'counting what was delivered', countSeconds, () => count(app, gathering))
}

/** Counts what this process has gathered until now. Await it before what was delivered is removed. */
export const countGathered = (app: App) => gatheringOf(app).log.count(app)

/** Counts what a killed process left behind. Call it when the program starts. */
export const countLeftDeliveries = (app: App) =>
  app.afterResponse.run('counting what was delivered before', () => count(app, gatheringOf(app)))
