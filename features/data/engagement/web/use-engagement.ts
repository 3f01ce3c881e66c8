import { useEffect, useMemo, useState } from 'react'
import { writePredicate } from '@playhead/question-kit/question/predicate.ts'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useLocation, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { comparisonOf, fittingOption } from './comparison.ts'
import {
  type Engagement,
  engagementSearch,
  readEngagement,
  type Subject,
} from './engagement-choice.ts'

/** ENGA-013. The id makes it one message, however often the screen renders. */
const comparisonUnavailable = {
  id: 'comparison-unavailable',
  type: 'warning',
  title: 'Comparison timeframe unavailable',
  description: 'Comparison timeframe exceeds the available retention period',
} as const

const asList = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.at(-1) : value

/** The question and the choices of the URL, for both screens. ENGA-003, ENGA-004 */
export const useEngagement = () => {
  const state = useQuestion()
  const { resolved, question } = state
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const path = usePath()
  const flags = useFlags()
  // A relative range ends at the time of the first render, and retention is measured from the same time.
  const [now] = useState(() => Date.now())
  const chosen = useMemo(
    () => readEngagement(search, resolved.isHistorical),
    [search, resolved.isHistorical],
  )
  const days = asList(search.comparison)
  const comparison = useMemo(
    () => (days === undefined ? undefined : comparisonOf(days, resolved, now, flags)),
    [days, resolved, now, flags],
  )
  const isRefused = days !== undefined && comparison === undefined
  useEffect(() => {
    if (!isRefused) return
    setSearch({ comparison: undefined }, { replace: true })
    toasts.show(comparisonUnavailable)
  }, [isRefused, setSearch])

  const setComparison = (next: string | undefined) => setSearch({ comparison: next })
  useShortcut('c', 'Compare with the period before', () => setComparison(fittingOption(resolved)), {
    isEnabled: !comparison,
  })
  useShortcut('x', 'Drop the comparison', () => setComparison(undefined), {
    isEnabled: comparison !== undefined,
  })

  const { subject } = chosen
  const narrowed = useMemo(() => {
    if (!subject) return state.query
    const only = { dimension: subject.kind, value: subject.id, isExcluded: false }
    return { ...state.query, filters: [...state.query.filters, writePredicate(only)] }
  }, [state.query, subject])

  const linkTo = (
    screen: 'engagement' | 'engagement/breakdown',
    changes: Partial<Engagement> = {},
  ) => {
    const next = { ...chosen, ...changes }
    return (
      path(screen) +
      stringifySearch({
        ...engagementSearch(next),
        comparison: comparison?.days,
        ...questionSearch(question, state.isTimeframeChosen ? undefined : state.fallback),
      })
    )
  }
  return {
    /** Without the title filter: for filters and the timeframe. */
    state,
    /** With the title filter, where a title is chosen. */
    asked: { query: narrowed, resolved },
    ...chosen,
    comparison,
    setComparison,
    choose: (changes: Partial<Engagement>) =>
      setSearch({ ...engagementSearch({ ...chosen, ...changes }), page: undefined }),
    linkTo,
    linkToSubject: (next: Subject) =>
      linkTo('engagement', { subject: next, order: chosen.metric, direction: 'desc' }),
  }
}

export type EngagementState = ReturnType<typeof useEngagement>
