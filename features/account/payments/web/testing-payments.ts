import { ids } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'

export const base = `/organizations/${ids.organization}/account/billing`
export const below = '/organizations/$organizationId/account/billing'
export const invoiceId = '88888888-8888-4888-8888-888888888888'

export const anAddress = (given: object = {}) => ({
  billing_name: 'Northlight GmbH',
  billing_address: 'Lindenweg 4',
  billing_address2: '',
  billing_city: 'Berlin',
  billing_state: '',
  billing_zip: '10999',
  billing_country: 'DE',
  billing_email: null,
  billing_url: null,
  tax_id: '',
  ...given,
})

export const aMethod = (given: object = {}) => ({
  kind: 'card',
  label: 'Visa',
  last4: '4242',
  expires: '2038-04',
  saved_at: '2026-11-03T10:00:00.000Z',
  ...given,
})

export const aPayment = (given: object = {}) => ({
  id: '99999999-9999-4999-8999-999999999999',
  is_by_link: false,
  status: 'succeeded',
  error: null,
  amount_cents: 11_900,
  currency: 'EUR',
  created_at: '2026-11-03T10:00:00.000Z',
  ...given,
})

const aPlan = {
  id: 'pro',
  version: 1,
  name: 'Pro',
  fees: { month: 10_000, year: 100_000 },
  currency: 'EUR',
  included: {},
  overage: 'priced',
  features: {},
  is_self_service: true,
}

export const aPlansAnswer = (mode: string) => ({
  body: {
    data: {
      mode,
      current: { plan_id: 'pro', plan_version: 1, billing_frequency: 'month', next: null },
      plans: [aPlan],
    },
  },
})

export const aMethodAnswer = (given: object = {}) => ({
  body: { data: { provider: 'test', payment_method: null, last_payment: null, ...given } },
})

export const aSetupAnswer = (given: object = {}) => ({
  body: { data: { provider: 'test', url: null, methods: [], transfer_text: null, ...given } },
})

export const testMethods = [
  { id: 'test_succeeds', label: 'Test card that pays', description: 'Every charge succeeds.' },
  { id: 'test_declines', label: 'Test card that is declined', description: 'Is declined.' },
]

export const aTaxAnswer = (given: object = {}) => ({
  body: {
    data: {
      name: 'VAT',
      rate: 19,
      is_reverse_charge: false,
      taxable_cents: 10_000,
      tax_cents: 1900,
      total_cents: 11_900,
      ...given,
    },
  },
})

export const aPaymentsApi = (given: ApiHandlers = {}): ApiHandlers => ({
  'GET /ui/v1/billing/plans': aPlansAnswer('test'),
  'GET /ui/v1/billing/payment-method': aMethodAnswer(),
  'GET /ui/v1/billing/information': { body: { data: anAddress() } },
  'POST /ui/v1/billing/tax/calculate': aTaxAnswer(),
  'GET /ui/v1/setup-intent': aSetupAnswer({ methods: testMethods }),
  ...given,
})
