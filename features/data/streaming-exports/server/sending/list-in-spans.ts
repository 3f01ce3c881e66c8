import type { FinishedKey, Place } from './finished-views.sql.ts'

interface Span {
  after: Place
  until: number
  limit: number
}

const firstSpanMs = 600_000
const leastSpanMs = 1_000

/**
 * Keys in order, page by page. A question reads every key of its span, even for a short page: so spans get shorter where
 * views are dense, and longer where there are few, instead of reaching over the whole backlog.
 */
export const listInSpans = async function* (
  list: (span: Span) => Promise<FinishedKey[]>,
  { after: start, until, limit }: Span,
): AsyncGenerator<FinishedKey[]> {
  let spanMs = firstSpanMs
  for (let after = start; after.at < until;) {
    const end = Math.min(after.at + spanMs, until)
    const keys = await list({ after, until: end, limit })
    if (keys.length > 0) yield keys
    const last = keys.at(-1)
    if (last && keys.length === limit) {
      after = last
      spanMs = Math.max(leastSpanMs, spanMs / 2)
    } else {
      after = { at: end, viewId: '' }
      if (keys.length < limit / 4) spanMs *= 4
    }
  }
}
