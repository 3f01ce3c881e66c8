import type { ledgerSpans } from '../contract.ts'

const hourMs = 3_600_000

const spanMs: Record<(typeof ledgerSpans)[number], number> = {
  '1:hours': hourMs,
  '24:hours': 24 * hourMs,
  '7:days': 7 * 24 * hourMs,
}

/** The first minute of the span; the current, incomplete minute counts as one of them. */
export const sinceOf = (now: Date, span: (typeof ledgerSpans)[number]) =>
  new Date(now.getTime() - spanMs[span] + 60_000)
