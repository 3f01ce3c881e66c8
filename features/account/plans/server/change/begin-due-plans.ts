import type { App } from '@playhead/server-kit/app.ts'
import { recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { listAdminAddresses } from '@playhead/server-kit/identity/members.sql.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { planVersionOf } from '../subscription/plans.sql.ts'
import { subscribe } from '../subscription/subscribe.ts'
import {
  listDueSubscriptions,
  scheduleChange,
  setPeriodStart,
  type SubscriptionRow,
  subscriptionOf,
} from '../subscription/subscriptions.sql.ts'
import { noticeOfNext } from './notice.ts'
import { obstaclesTo } from './obstacles.ts'
import { endOfPeriod } from './timing.ts'
import { yearOf } from '@playhead/domain/rating/fee-lines.ts'

const tellAdmins = async (app: App, tenant: Organization, plan: string, obstacles: string[]) => {
  const url = `${app.settings.publicUrl}/organizations/${tenant.id}/account/billing/plans`
  for (const to of await listAdminAddresses(tenant))
    await app.mailer.send({
      to,
      subject: `The change to the plan ${plan} is postponed`,
      text: `Hello,

your organization does not fit the plan ${plan} yet:

${obstacles.map((text) => `- ${text}`).join('\n')}

The change is tried again at the end of the next period. See your plans:
${url}
`,
    })
}

/** Never cuts what does not fit: the change waits, and the admins get a mail. */
const beginNext = async (app: App, tenant: Organization, row: SubscriptionRow, now: Date) => {
  if (row.next_from === null || row.next_from > now) return
  const { next_plan_id: id, next_plan_version: version, next_from: from } = row
  const frequency = row.next_billing_frequency ?? 'month'
  const plan =
    id === null || version === null ? undefined : await planVersionOf(tenant.postgres, id, version)
  if (!plan) return
  const obstacles = await obstaclesTo(tenant, plan)
  if (obstacles.length > 0) {
    const later = endOfPeriod(row.billing_frequency, row.period_start, now)
    await scheduleChange(tenant, { plan, frequency }, later)
    await noticeOfNext(tenant, later)
    await tellAdmins(app, tenant, plan.name, obstacles)
    return
  }
  await subscribe(tenant, { plan, frequency }, from)
  await noticeOfNext(tenant, undefined)
  await recordChange(
    trailOf(tenant),
    { kind: 'system' },
    {
      action: 'organization.plan_changed',
      subjectId: tenant.id,
      detail: { to: plan.name, billing_frequency: frequency, effective_at: from.toISOString() },
    },
  )
}

const startOfPeriod = (
  { billing_frequency: frequency, period_start: start }: SubscriptionRow,
  now: Date,
) =>
  frequency === 'year'
    ? yearOf(start, now).from
    : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))

const begin = (app: App, id: string, now: Date) =>
  app.postgres.transaction(async (transaction) => {
    const tenant = within({ id, postgres: app.postgres }, transaction)
    await lockOrganization(tenant)
    const due = await subscriptionOf(tenant)
    if (!due) return
    await beginNext(app, tenant, due, now)
    const row = await subscriptionOf(tenant)
    if (row && startOfPeriod(row, now) > row.period_start)
      await setPeriodStart(tenant, startOfPeriod(row, now))
  })

/** Begins periods, and the plans that were chosen for them, at the moment they were due. */
export const beginAllDuePlans = async (app: App, signal?: AbortSignal) => {
  const now = app.clock.now()
  let failure: unknown
  for (const { organization_id: id } of await listDueSubscriptions(app.postgres, now)) {
    if (signal?.aborted) return
    await begin(app, id, now).catch((error: unknown) => {
      failure = error
      app.log.warn('a plan could not begin', { organization: id, error })
    })
  }
  if (failure !== undefined) throw failure
}

export const beginDuePlans: Schedule = {
  name: 'plans: begin what is due',
  everySeconds: 60,
  run: beginAllDuePlans,
}
