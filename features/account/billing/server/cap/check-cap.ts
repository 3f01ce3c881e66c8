import { setUsageNotices } from '@playhead/features/account/organizations/server'
import { costUntilNow, monthText, startOfMonth } from '@playhead/features/account/usage/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { notifyOnce } from '../limits/notify-once.ts'
import { capMail, capSentence, reachedPercent } from './cap-notices.ts'
import { type CapRow, listAllCaps, setSpent } from './caps.sql.ts'
import { isCounted } from './nothing-to-cap.ts'

/** Writes what the month costs until now, which decides what is stopped, and notifies. */
export const checkCap = async (app: App, cap: CapRow, now: Date) => {
  const organization = { id: cap.organization_id, postgres: app.postgres }
  const cents = isCounted(app, cap) ? await costUntilNow(app, organization.id, now) : undefined
  await setSpent(organization, { month: monthText(now), cents, now })
  const percent = cents === undefined ? undefined : reachedPercent(cap.cents, cents)
  const month = startOfMonth(now)
  const sentence = percent && capSentence(cap.action, percent, month)
  const id = `${monthText(now)} cap ${cap.cents} ${percent}`
  await setUsageNotices(
    organization,
    'cap',
    sentence === undefined ? [] : [{ type: 'volume', id, message: sentence }],
  )
  if (percent === undefined || sentence === undefined) return
  await notifyOnce(app, organization, { subject: 'spending_cap', percent, now }, (to, url) =>
    capMail(to, { organization: cap.organization_name, sentence, percent, url }),
  )
}

export const checkAllCaps = async (app: App, signal?: AbortSignal) => {
  const now = app.clock.now()
  let failure: unknown
  for (const cap of await listAllCaps(app.postgres)) {
    if (signal?.aborted) return
    await checkCap(app, cap, now).catch((error: unknown) => {
      failure = error
      app.log.warn('a spending cap could not be checked', {
        organization: cap.organization_id,
        error,
      })
    })
  }
  if (failure !== undefined) throw failure
}

export const checkCaps: Schedule = {
  name: 'billing: spending caps',
  everySeconds: 60,
  run: checkAllCaps,
}
