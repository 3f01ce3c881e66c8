import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { useLocation, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import type { Dashboard, DashboardDraft } from './dashboard.ts'
import {
  noSearch,
  type QuestionTexts,
  searchOf,
  shownTexts,
  storedTexts,
  withTexts,
} from './dashboard-question.ts'
import { useDraft } from './use-draft.ts'
import type { Dashboards } from '../use-dashboards.ts'
import { usePossibleComparisons } from './use-possible-comparisons.ts'
import { useRefresh } from './use-refresh.ts'
import { useTextsQuestion } from './use-texts-question.ts'

const bodyOf = ({ displayName, timeframeStart, dashboardContents }: DashboardDraft) => ({
  displayName,
  timeframeStart,
  dashboardContents,
})

/**
 * A dashboard as shown: as stored, with overrides of the URL, or as a draft. A viewer changes only the URL; an editor
 * changes the draft, which starts from what was shown. DASH-008
 */
export const useDashboard = (dashboard: Dashboard, { update }: Dashboards) => {
  const { draft, begin, change, changeContents, end } = useDraft(dashboard)
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const stored = storedTexts(draft ?? dashboard)
  const texts = draft ? stored : shownTexts(stored, search)
  const isRelative = texts.timeframe.length === 1
  const now = useRefresh(isRelative)
  const state: QuestionState = useTextsQuestion(texts, now, (next: QuestionTexts) =>
    draft ? change((from) => withTexts(from, next)) : setSearch(searchOf(stored, next)),
  )
  const { dashboardContents } = draft ?? dashboard
  const contents = usePossibleComparisons(dashboardContents, state.resolved, now)

  const save = async () => {
    if (!draft) return
    const body = { ...bodyOf(draft), dashboardContents: contents, version: draft.version }
    try {
      await update.mutateAsync({ params: { id: dashboard.id }, body })
    } catch {
      return
    }
    end()
    setSearch(noSearch, { replace: true })
  }
  const rename = (displayName: string) =>
    draft
      ? change((from) => ({ ...from, displayName }))
      : update.mutate({
          params: { id: dashboard.id },
          body: { displayName, version: dashboard.version },
        })

  return {
    state,
    contents,
    name: (draft ?? dashboard).displayName,
    isEditing: draft !== undefined,
    isSaving: update.isPending,
    edit: () => !draft && begin((from) => withTexts(from, texts)),
    changeContents,
    save,
    cancel: end,
    rename,
    /** For a copy: the dashboard as currently shown. */
    shown: {
      ...bodyOf(withTexts(draft ?? dashboard, texts)),
      dashboardContents: {
        ...contents,
        globalDimensionFilters: texts.filters,
        globalMetricFilters: texts.metric_filters,
      },
    },
  }
}
