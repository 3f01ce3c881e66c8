import type { CustomerRow } from './payment-customers.sql.ts'

/** Null without a method. The id at the provider stays here. */
export const presentMethod = (row: CustomerRow | undefined) => {
  if (!row?.method || !row.saved_at) return null
  const { kind, label, last4, expires } = row.method
  return { kind, label, last4, expires, saved_at: row.saved_at.toISOString() }
}
