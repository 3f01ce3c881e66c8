import { updateOperated } from '@playhead/features/account/organizations/server'
import { assignPlan } from '@playhead/features/account/plans/server'
import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { flagDefaults, type FlagValue, isFlagName } from '@playhead/domain/flags.ts'
import { presentNotifications } from '@playhead/features/account/memberships/server'
import type { PlanName } from '@playhead/domain/plans.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { findOperated } from './operator.sql.ts'
import { overridesOf, presentOperated } from './present-operated.ts'

interface OperatedChange {
  plan?: PlanName | undefined
  overrides?: Record<string, FlagValue> | undefined
  account_notifications?: readonly object[] | undefined
  marketplace_type?: string | null | undefined
  cancelled?: boolean | undefined
}

const refuseUnfitOverrides = (overrides: Record<string, FlagValue>) => {
  for (const [name, value] of Object.entries(overrides)) {
    if (!isFlagName(name)) throw invalidField('overrides', `There is no flag ${name}.`)
    const kind = typeof flagDefaults[name]
    if (typeof value !== kind) throw invalidField('overrides', `The value of ${name} is a ${kind}.`)
  }
}

const cancelledAt = (before: Date | null, isCancelled: boolean | undefined, now: Date) =>
  isCancelled === undefined ? before : isCancelled ? (before ?? now) : null

const isCancellation = (notification: object) =>
  'type' in notification && notification.type === 'cancellation'

/** When a cancellation is reverted, its notice is removed too. */
const noticesAfter = (notices: readonly object[], isCancelled: boolean | undefined) =>
  isCancelled === false ? notices.filter((notice) => !isCancellation(notice)) : notices

/** `change` gets the current overrides and returns the fields to change. */
export const changeOperated = (
  app: App,
  actor: Actor,
  id: string,
  change: (overrides: Record<string, FlagValue>) => OperatedChange,
) =>
  app.postgres.transaction(async (postgres) => {
    const organization = { id, postgres }
    await lockOrganization(organization)
    const before = await findOperated(organization)
    if (!before) throw notFound('organization')
    const given = change(overridesOf(before))
    if (given.overrides) refuseUnfitOverrides(given.overrides)
    const notices =
      given.account_notifications ?? presentNotifications(before.account_notifications)
    if (given.plan && given.plan !== before.plan)
      await assignPlan(organization, given.plan, app.clock.now())
    await updateOperated(organization, {
      feature_overrides: given.overrides ?? overridesOf(before),
      account_notifications: noticesAfter(notices, given.cancelled),
      marketplace_type:
        given.marketplace_type === undefined ? before.marketplace_type : given.marketplace_type,
      cancelled_at: cancelledAt(before.cancelled_at, given.cancelled, app.clock.now()),
    })
    await recordChange(trailOf(organization), actor, {
      action: 'organization.operated',
      subjectId: id,
      subjectName: before.name,
      detail: { ...given },
    })
    return presentOperated((await findOperated(organization)) ?? before)
  })
