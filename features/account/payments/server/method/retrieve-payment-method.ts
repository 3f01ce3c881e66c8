import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { lastPaymentOf, type PaymentRow } from '../charges/payments.sql.ts'
import { providerOf } from '../provider/provider-of.ts'
import { customerOf } from './payment-customers.sql.ts'
import { presentMethod } from './present-method.ts'

const presentLast = (row: PaymentRow | undefined) =>
  row
    ? {
        status: row.status,
        error: row.error,
        amount_cents: row.amount_cents,
        currency: row.currency,
        created_at: row.created_at.toISOString(),
      }
    : null

export const retrievePaymentMethod: Handlers<typeof payments>['retrieveMethod'] = async ({
  app,
  organization,
}) => {
  const { name } = await providerOf(app)
  if (name === 'none') return { data: { provider: name, payment_method: null, last_payment: null } }
  const [customer, last] = await Promise.all([
    customerOf(organization, name),
    lastPaymentOf(organization),
  ])
  return {
    data: {
      provider: name,
      payment_method: presentMethod(customer),
      last_payment: presentLast(last),
    },
  }
}
