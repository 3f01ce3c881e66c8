import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { afterOthers } from '@playhead/web-kit/queries/after-others.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import type { QuestionState } from '../question/use-question.ts'

const quiet = { quiet: true } as const

/**
 * The dimensions that have a value in any view of the question; undefined until some are known. The first ones are those of a few
 * views, so that the list soon stands; what all views add to them comes after everything else of the screen.
 */
export const useUsedDimensions = ({
  query: question,
  resolved,
}: Pick<QuestionState, 'query' | 'resolved'>): {
  used: ReadonlySet<string> | undefined
  isLoading: boolean
} => {
  const asked = query(dimensionQuestions.listUsed, { query: question }, quiet)
  // The rollup has only the basic ones, and those are marked.
  const isAsked = !resolved.isHistorical
  const all = useQuery({
    ...asked,
    queryFn: async (context) => {
      const { client, queryKey, signal } = context
      await afterOthers(client, queryKey[0], { signal })
      return await asked.queryFn!(context)
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const first = useQuery({
    ...query(dimensionQuestions.glanceUsed, { query: question }, quiet),
    // What is listed stays until all are known.
    enabled: isAsked && all.data === undefined,
  })
  const names = (all.data ?? first.data)?.data
  // Without any view nothing is used, and the list says what there could be.
  const used = useMemo(() => (names && names.length > 0 ? new Set(names) : undefined), [names])
  return { used, isLoading: all.isLoading && !first.isFetched }
}
