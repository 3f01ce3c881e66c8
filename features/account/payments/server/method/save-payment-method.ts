import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { payments } from '../../contract.ts'
import { saveInformation } from '../information/save-information.ts'
import { collectingProvider } from '../provider/provider-of.ts'
import { requireCustomer } from './customer-of.ts'
import { setMethod } from './payment-customers.sql.ts'
import { presentMethod } from './present-method.ts'

/** BILL-031 */
export const savePaymentMethod: Handlers<typeof payments>['saveMethod'] = async ({
  app,
  organization,
  membership,
  session,
  request,
  body,
}) => {
  const { id, billing_information: information } = body.payment_method
  const provider = await collectingProvider(app)
  const { customer_id: customerId } = await requireCustomer(organization, provider, membership.name)
  const method = await provider.attach(customerId, id)
  const actor = actorOf(session, request)
  const saved = await organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    if (information) await saveInformation(tenant, { actor, name: membership.name }, information)
    const row = await setMethod(tenant, provider.name, { method, now: app.clock.now() })
    await recordChange(trailOf(tenant), actor, {
      action: 'payment_method.saved',
      subjectId: organization.id,
      subjectName: membership.name,
      detail: { kind: method.kind, label: method.label, last4: method.last4 },
    })
    return presentMethod(row)
  })
  if (!saved) throw new Error('A payment method was saved without its date.')
  return { data: saved }
}
