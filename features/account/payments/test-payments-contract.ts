import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { admin } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { paymentStatuses } from './contract.ts'

const TestPayment = z.object({
  id: z.uuid(),
  invoice_id: z.uuid(),
  status: z.enum(paymentStatuses),
  /** What the payer reads, such as Invoice 42. */
  description: z.string(),
  amount_cents: z.int(),
  currency: z.string(),
})

export const testOutcomes = ['succeed', 'decline'] as const

/** The payment page of `PLAYHEAD_BILLING=test`. In every other mode there is none: 404. */
export const testPayments = endpoints({
  retrieve: get('/ui/v1/billing/test-payments/:id', {
    access: admin,
    summary: 'A test payment that waits for its payer; only with PLAYHEAD_BILLING=test',
    params: z.object({ id: ref('payment') }),
    returns: dataOf(TestPayment),
  }),
  end: post('/ui/v1/billing/test-payments/:id', {
    access: admin,
    summary: 'Choose the outcome of a test payment; only with PLAYHEAD_BILLING=test',
    pays: true,
    params: z.object({ id: ref('payment') }),
    body: z.object({ outcome: z.enum(testOutcomes) }),
    returns: dataOf(TestPayment),
  }),
})
