import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  type MetricPredicate,
  type Predicate,
  writeMetricPredicate,
  writePredicate,
} from '../question/predicate.ts'
import { withoutPredicates } from '../question/question.ts'
import type { FilterState } from './filter-source.ts'

/** METR-067 */
const removalDelayMs = 500

const none: ReadonlySet<string> = new Set()

/** A removed filter disappears at once; the question changes when no further removal follows. METR-067 */
export const useFilterRemovals = ({
  question,
  change,
}: Pick<FilterState, 'question' | 'change'>) => {
  const [removed, setRemoved] = useState(none)
  // A question that changes in between may still have the removed filters, so the delay starts again.
  const waiting = useMemo(() => ({ removed, question }), [removed, question])
  const [sent, setSent] = useState<typeof waiting>()
  const isAnyLeft =
    question.predicates.some((one) => removed.has(writePredicate(one))) ||
    question.metricPredicates.some((one) => removed.has(writeMetricPredicate(one)))
  if (removed !== none && !isAnyLeft) {
    setRemoved(none)
    setSent(undefined)
  }

  const predicates = isAnyLeft
    ? withoutPredicates(question.predicates, (one) => removed.has(writePredicate(one)))
    : question.predicates
  const metricPredicates = question.metricPredicates.filter(
    (one) => !removed.has(writeMetricPredicate(one)),
  )

  const flush = () => {
    if (!isAnyLeft || sent === waiting) return
    setSent(waiting)
    change({ predicates, metricPredicates })
  }
  const onSettled = useEffectEvent(flush)
  useEffect(() => {
    if (waiting.removed === none) return
    const timer = setTimeout(() => onSettled(), removalDelayMs)
    return () => clearTimeout(timer)
  }, [waiting])

  const remove = (texts: readonly string[]) => setRemoved(new Set([...removed, ...texts]))
  return {
    /** Without the removed filters. */
    predicates,
    metricPredicates,
    removePredicates: (ones: readonly Predicate[]) => remove(ones.map(writePredicate)),
    removeMetricPredicate: (one: MetricPredicate) => remove([writeMetricPredicate(one)]),
    isWaiting: isAnyLeft,
    /** Applies the removals now, before something else changes the question. */
    flush,
  }
}
