import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { lastPaymentOf } from '../charges/payments.sql.ts'
import { presentPayment } from '../charges/present-payment.ts'
import { providerOf } from '../provider/provider-of.ts'
import { customerOf } from './payment-customers.sql.ts'
import { presentMethod } from './present-method.ts'

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
      last_payment: last ? { ...presentPayment(last), invoice_id: last.invoice_id } : null,
    },
  }
}
