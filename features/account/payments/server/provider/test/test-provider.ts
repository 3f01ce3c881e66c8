import { randomUUID } from 'node:crypto'
import type { App } from '@playhead/server-kit/app.ts'
import { type CollectingProvider, methodRefused, type ProviderState } from '../provider.ts'
import { testMethodOf, testMethods } from './test-methods.ts'
import {
  findTestPayment,
  findTestPaymentOf,
  insertTestPayment,
  setTestPaymentEnded,
  type TestPaymentRow,
} from './test-payments.sql.ts'

const lateMs = 60_000

const stateFrom = ({ id, status, error, payment_id }: TestPaymentRow): ProviderState => ({
  id,
  status,
  error,
  paymentId: payment_id,
  refundedCents: 0,
})

/** Invents payments, for development. Its payments are rows of `test_payments`, so that a killed program changes none. */
export const testProvider = ({
  settings,
  postgres,
  clock,
}: Pick<App, 'settings' | 'postgres' | 'clock'>): CollectingProvider => {
  const requirePayment = async (id: string) => {
    const row = await findTestPayment(postgres, id)
    if (!row) throw methodRefused('There is no such test payment.')
    return row
  }
  const stateOf = async (id: string) => {
    const row = await requirePayment(id)
    const isLate =
      row.status === 'processing' && clock.now().getTime() - row.created_at.getTime() >= lateMs
    if (!isLate) return stateFrom(row)
    await setTestPaymentEnded(postgres, id, { status: 'succeeded', error: null })
    return stateFrom(await requirePayment(id))
  }
  const pageOf = (row: TestPaymentRow) =>
    `${settings.publicUrl}/organizations/${row.organization_id}/account/billing/test-payments/${row.payment_id}`

  return {
    name: 'test',
    ensureCustomer: async ({ organizationId }) => `test_${organizationId}`,
    setupForm: async () => ({
      methods: testMethods.map(({ id, label, description }) => ({ id, label, description })),
    }),
    attach: async (_, methodId) => {
      const method = testMethodOf(methodId)
      if (!method) throw methodRefused('There is no such test method.')
      const { id, label, last4 } = method
      return { id, kind: 'test', label, last4, expires: null }
    },
    charge: async ({ methodId, ...charge }) => {
      const { status, error } = testMethodOf(methodId) ?? {
        status: 'failed' as const,
        error: 'This test method is gone.',
      }
      return stateFrom(
        await insertTestPayment(postgres, {
          id: `test_${randomUUID()}`,
          key: charge.key,
          payment_id: charge.paymentId,
          organization_id: charge.organizationId,
          status,
          error,
          amount_cents: charge.amountCents,
          currency: charge.currency,
          return_url: null,
          created_at: clock.now(),
        }),
      )
    },
    paymentLink: async ({ returnUrl, ...charge }) => {
      const row = await insertTestPayment(postgres, {
        id: `test_${randomUUID()}`,
        key: charge.key,
        payment_id: charge.paymentId,
        organization_id: charge.organizationId,
        status: 'action_required',
        error: null,
        amount_cents: charge.amountCents,
        currency: charge.currency,
        return_url: returnUrl,
        created_at: clock.now(),
      })
      return { id: row.id, url: pageOf(row) }
    },
    openLink: async (id) => {
      const row = await requirePayment(id)
      return row.status === 'action_required' ? pageOf(row) : undefined
    },
    stateOf,
    cancel: async (id) => {
      const { status } = await stateOf(id)
      // A debit that is on its way cannot be called back.
      if (status === 'action_required')
        await setTestPaymentEnded(postgres, id, { status: 'canceled', error: null })
      return stateOf(id)
    },
    find: async ({ key }) => {
      const row = await findTestPaymentOf(postgres, key)
      return row && stateOf(row.id)
    },
  }
}
