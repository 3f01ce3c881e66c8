import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { testPayments } from '../../../test-payments-contract.ts'
import { runningOf } from '../../charges/payments.sql.ts'
import { settlePayment } from '../../charges/settle-payment.ts'
import { collectingProvider } from '../provider-of.ts'
import { findTestPage, presentTestPage } from './find-test-page.ts'
import { setTestPaymentEnded } from './test-payments.sql.ts'

const ends = {
  succeed: { status: 'succeeded', error: null },
  decline: { status: 'failed', error: 'Your card was declined.' },
} as const

/** What a provider would do once the payer has sent its page, and notifies this server of. */
export const endTestPayment: Handlers<typeof testPayments>['end'] = async ({
  app,
  organization,
  params,
  body,
}) => {
  const { test_id: testId, invoice_id: invoiceId } = await findTestPage(
    app,
    organization,
    params.id,
  )
  await setTestPaymentEnded(organization.postgres, testId, ends[body.outcome])
  const provider = await collectingProvider(app)
  const payment = await runningOf(organization, provider.name, { invoiceId, now: app.clock.now() })
  if (payment) await settlePayment(app, provider, payment)
  return { data: presentTestPage(await findTestPage(app, organization, params.id)) }
}
