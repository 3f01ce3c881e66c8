import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import { setUsageNotices } from '@playhead/features/account/organizations/server'
import { findCurrency } from '@playhead/features/account/usage/server'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { billing } from '../../contract.ts'
import { deleteLimitNotices } from '../limits/limits.sql.ts'
import { deleteCap, findCap, setCap } from './caps.sql.ts'
import { checkCap } from './check-cap.ts'
import { nothingToCap } from './nothing-to-cap.ts'
import { presentCap } from './present-cap.ts'

export const updateCap: Handlers<typeof billing>['updateCap'] = async ({
  app,
  organization,
  membership,
  session,
  request,
  body,
}) => {
  const { cents, action, confirmation } = body.cap
  const now = app.clock.now()
  if (cents !== null) {
    const reason = (await findCurrency(organization, now))
      ? await nothingToCap(app, organization, membership.plan)
      : 'This server has no prices yet, so a cap has no effect.'
    if (reason !== null) throw new ApiError('invalid_parameters', { messages: [reason] })
  }
  if (cents !== null && action === 'stop_delivery' && confirmation !== membership.name)
    throw invalidField('confirmation', 'Type the name of the organization to stop its delivery.')
  const isKept = await organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const before = await findCap(tenant)
    await (cents === null ? deleteCap(tenant) : setCap(tenant, { cents, action }))
    await deleteLimitNotices(tenant, 'spending_cap')
    if (cents === null) await setUsageNotices(tenant, 'cap', [])
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: cents === null ? 'spending_cap.removed' : 'spending_cap.set',
      subjectId: organization.id,
      subjectName: membership.name,
      detail: {
        from: before ? { cents: before.cents, action: before.action } : null,
        to: cents === null ? null : { cents, action },
      },
    })
    return cents !== null
  })
  const cap = isKept ? await findCap(organization) : undefined
  // The schedule does it again within a minute.
  if (cap)
    await checkCap(app, cap, now).catch((error: unknown) =>
      app.log.warn('a new spending cap could not be checked', { error }),
    )
  return { data: await presentCap(app, organization, membership.plan) }
}
