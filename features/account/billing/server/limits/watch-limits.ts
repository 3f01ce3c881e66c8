import { setUsageNotices } from '@playhead/features/account/organizations/server'
import { startOfMonth } from '@playhead/features/account/usage/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { effectiveFlags } from '@playhead/server-kit/identity/effective-flags.ts'
import { includedIn } from './included-in.ts'
import { limitMail } from './limit-mail.ts'
import { noticesOf, reachedOf } from './limit-notices.ts'
import { type LimitedRow, listAllLimited } from './limits.sql.ts'
import { notifyOnce } from './notify-once.ts'
import { monthlyLimits } from './plan-limits.ts'

const watch = async (app: App, row: LimitedRow, now: Date) => {
  const organization = { id: row.id, postgres: app.postgres }
  const limits = await monthlyLimits(
    organization,
    { included: includedIn(row), flags: effectiveFlags(row) },
    now,
  )
  const reached = reachedOf(limits)
  if (reached.length > 0 || row.has_notices)
    await setUsageNotices(organization, 'limits', noticesOf(reached, startOfMonth(now)))
  for (const limit of reached)
    await notifyOnce(app, organization, { ...limit, now }, (to, url) =>
      limitMail(to, { ...limit, month: startOfMonth(now), organization: row.name, url }),
    )
}

/** Nothing that is measured is dropped at a limit: people are notified. */
export const watchAllLimits = async (app: App, signal?: AbortSignal) => {
  const now = app.clock.now()
  let failure: unknown
  for (const row of await listAllLimited(app.postgres)) {
    if (signal?.aborted) return
    await watch(app, row, now).catch((error: unknown) => {
      failure = error
      app.log.warn('the limits of an organization could not be checked', {
        organization: row.id,
        error,
      })
    })
  }
  if (failure !== undefined) throw failure
}

export const watchLimits: Schedule = {
  name: 'billing: limits of plans',
  everySeconds: 300,
  run: watchAllLimits,
}
