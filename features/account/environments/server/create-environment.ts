import { ApiError, forbidden } from '@playhead/contract-kit/errors.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { environments } from '../contract.ts'
import { addEnvironment } from './add-environment.ts'
import { countEnvironments, isFarOverPlan } from './environments.sql.ts'
import { presentEnvironment } from './present-environment.ts'

/** ACCT-049, ACCT-050 */
const fullMessage = (plan: string) =>
  plan === 'Free'
    ? 'Upgrade your plan to create more environments.'
    : "You've reached the maximum number of environments that you can create. Please contact our support team for assistance."

const refuseWhenFull = async (
  organization: Organization,
  { environmentLimit }: Flags,
  plan: string,
) => {
  if (environmentLimit < 0 || (await countEnvironments(organization)) < environmentLimit) return
  throw new ApiError('upgrade_required', {
    messages: [fullMessage(plan)],
    name: 'environmentLimit',
  })
}

const farMessage =
  'Your organization has used more than 120 % of what its plan includes for 7 days. Change the plan to create more environments.'

const refuseFarOverPlan = async (organization: Organization, now: Date) => {
  if (await isFarOverPlan(organization, now))
    throw new ApiError('upgrade_required', { messages: [farMessage], name: 'usage' })
}

export const createEnvironment: Handlers<typeof environments>['create'] = async ({
  app,
  organization,
  membership,
  flags,
  session,
  request,
  body,
}) => {
  if (membership.marketplace_type !== null) throw forbidden(fullMessage(membership.plan))
  const row = await organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    await refuseWhenFull(tenant, flags, membership.plan)
    await refuseFarOverPlan(tenant, app.clock.now())
    return addEnvironment(tenant, actorOf(session, request), body.environment)
  })
  return { data: presentEnvironment(row) }
}
