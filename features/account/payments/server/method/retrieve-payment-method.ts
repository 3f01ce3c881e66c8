import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { payments } from '../../contract.ts'
import { providerOf } from '../provider/provider-of.ts'
import { customerOf } from './payment-customers.sql.ts'
import { presentMethod } from './present-method.ts'

export const retrievePaymentMethod: Handlers<typeof payments>['retrieveMethod'] = async ({
  app,
  organization,
}) => {
  const { name } = await providerOf(app)
  const customer = name === 'none' ? undefined : await customerOf(organization, name)
  return { data: { provider: name, payment_method: presentMethod(customer), last_payment: null } }
}
