import { serverCheck } from '@playhead/features/operations/server-alerts/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { payments } from '../contract.ts'
import { tax } from '../tax-contract.ts'
import { testPayments } from '../test-payments-contract.ts'
import { runCollection } from './charges/collect-invoices.ts'
import { mountEvents } from './events/mount-events.ts'
import { clearEvents, runEvents } from './events/handle-events.ts'
import { retrieveInformation } from './information/retrieve-information.ts'
import { updateInformation } from './information/update-information.ts'
import { listInvoicePayments } from './link/list-invoice-payments.ts'
import { retrievePaymentLink } from './link/retrieve-payment-link.ts'
import { retrievePaymentMethod } from './method/retrieve-payment-method.ts'
import { retrieveSetupIntent } from './method/retrieve-setup-intent.ts'
import { savePaymentMethod } from './method/save-payment-method.ts'
import { endTestPayment } from './provider/test/end-test-payment.ts'
import { retrieveTestPayment } from './provider/test/retrieve-test-payment.ts'
import { checkSurplus } from './surplus/check-surplus.ts'
import { calculateTax } from './tax/calculate-tax.ts'
import { createTaxTable } from './tax/create-tax-table.ts'
import { exportTaxCommand } from './tax/export-tax-command.ts'
import { importTaxCommand } from './tax/import-tax-command.ts'
import { retrieveTaxTable } from './tax/retrieve-tax-table.ts'
import { termsOfInvoices } from './terms/terms-of-invoices.ts'

export { PackageMissing, requireStripe } from './provider/stripe/open-stripe.ts'

export const paymentsServer = feature('payments', {
  endpoints: [
    implement(payments, {
      retrieveInformation,
      updateInformation,
      retrieveSetupIntent,
      retrieveMethod: retrievePaymentMethod,
      saveMethod: savePaymentMethod,
      retrieveLink: retrievePaymentLink,
      listOfInvoice: listInvoicePayments,
    }),
    implement(testPayments, { retrieve: retrieveTestPayment, end: endTestPayment }),
    implement(tax, {
      calculate: calculateTax,
      retrieveTable: retrieveTaxTable,
      createTable: createTaxTable,
    }),
  ],
  parts: [
    termsOfInvoices,
    serverCheck({
      order: 50,
      name: 'payments',
      title: 'Payments',
      keptSeconds: 60,
      read: checkSurplus,
    }),
  ],
  schedules: [runCollection, runEvents, clearEvents],
  commands: [importTaxCommand, exportTaxCommand],
  mountForAnyHost: mountEvents,
})
