import { ApiError } from '@playhead/contract-kit/errors.ts'
import { monthText } from '@playhead/features/account/usage/server'
import { newMediaCheck } from '@playhead/features/video/assets/server'
import { deliveryCheck } from '@playhead/features/video/playback/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { AfterResponse } from '@playhead/server-kit/after-response.ts'
import { type CapRow, findCap, listStopped } from './caps.sql.ts'
import { countsAnyUsage, isCounted } from './nothing-to-cap.ts'

/** In the month of the last check only: a new month begins with nothing spent. */
export const isReached = (app: Pick<App, 'settings' | 'clock'>, cap: CapRow) =>
  isCounted(app, cap) &&
  cap.spent_month === monthText(app.clock.now()) &&
  cap.spent_cents !== null &&
  cap.spent_cents >= cap.cents

const refusal = (message: string) =>
  new ApiError('payment_required', { name: 'spending_cap', messages: [message] })

/** What was accepted before, an upload that is complete now, is kept. */
export const refuseNewAtCap = newMediaCheck({
  order: 20,
  check: async (app, { organizationId: id, postgres }, what) => {
    if (what === 'uploaded') return
    const cap = await findCap({ id, postgres })
    if (!cap || cap.action === 'notify' || !isReached(app, cap)) return
    throw refusal(
      'This organization has reached its spending cap for this month. An admin can raise it under Billing and Payments.',
    )
  },
})

interface Stopped {
  ids: Set<string>
  readAt: number
}

const keptMs = 2000
/** By process: copies of an app share `afterResponse`. */
const stoppedBy = new WeakMap<AfterResponse, Promise<Stopped>>()

const readStopped = async (app: App): Promise<Stopped> => {
  const month = monthText(app.clock.now())
  const ids = await listStopped(app.postgres, { month, every: countsAnyUsage(app) })
  return { ids: new Set(ids), readAt: Date.now() }
}

/** One query in two seconds, however many players ask. While it fails, what was known holds. */
const stoppedNow = async (app: App) => {
  const known = await stoppedBy.get(app.afterResponse)
  if (known && Date.now() - known.readAt < keptMs) return known.ids
  const coming = readStopped(app).catch((error: unknown) => {
    if (known) return { ids: known.ids, readAt: Date.now() }
    throw error
  })
  stoppedBy.set(app.afterResponse, coming)
  coming.catch(() => stoppedBy.delete(app.afterResponse))
  return (await coming).ids
}

export const refuseDeliveryAtCap = deliveryCheck({
  order: 10,
  check: async (app, { organizationId }) => {
    const stopped = await stoppedNow(app)
    if (stopped.has(organizationId)) throw refusal('This video is not available right now.')
  },
})
