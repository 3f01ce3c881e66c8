import type { PaymentRow } from './payments.sql.ts'

export const presentPayment = (row: PaymentRow) => ({
  id: row.id,
  is_by_link: row.method_id === null,
  status: row.status,
  error: row.error,
  amount_cents: row.amount_cents,
  currency: row.currency,
  created_at: row.created_at.toISOString(),
})
