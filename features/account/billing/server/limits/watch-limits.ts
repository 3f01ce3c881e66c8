import { setUsageNotices } from '@playhead/features/account/organizations/server'
import { monthText, startOfMonth } from '@playhead/features/account/usage/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { effectiveFlags } from '@playhead/server-kit/identity/effective-flags.ts'
import { listAdminAddresses } from '@playhead/server-kit/identity/members.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { limitMail } from './limit-mail.ts'
import { noticePercents, noticesOf, type ReachedLimit, reachedOf } from './limit-notices.ts'
import { claimLimitNotice, type LimitedRow, listAllLimited } from './limits.sql.ts'
import { monthlyLimits } from './plan-limits.ts'

/**
 * Once for each share. A jump over several sends one mail, for the highest. What cannot be mailed is not claimed and is
 * tried again.
 */
const notify = (
  app: App,
  organization: Organization & { name: string },
  reached: ReachedLimit,
  now: Date,
) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const month = startOfMonth(now)
    const { subject } = reached
    let isNew = false
    for (const percent of noticePercents.filter((one) => one <= reached.percent)) {
      const claimed = await claimLimitNotice(
        tenant,
        { month: monthText(month), subject, percent },
        now,
      )
      isNew ||= claimed && percent === reached.percent
    }
    if (!isNew) return
    const addresses = await listAdminAddresses(tenant)
    const sent = await Promise.allSettled(
      addresses.map((to) =>
        app.mailer.send(
          limitMail(to, {
            ...reached,
            month,
            organization: organization.name,
            url: `${app.settings.publicUrl}/organizations/${organization.id}/account/billing`,
          }),
        ),
      ),
    )
    const failed = sent.find((one) => one.status === 'rejected')
    if (failed && sent.every(({ status }) => status === 'rejected')) throw failed.reason
  })

const watch = async (app: App, row: LimitedRow, now: Date) => {
  const organization = { id: row.id, name: row.name, postgres: app.postgres }
  const limits = await monthlyLimits(
    organization,
    { plan: row.plan, flags: effectiveFlags(row) },
    now,
  )
  const reached = reachedOf(limits)
  if (reached.length > 0 || row.has_notices)
    await setUsageNotices(organization, noticesOf(reached, startOfMonth(now)))
  for (const limit of reached) await notify(app, organization, limit, now)
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
