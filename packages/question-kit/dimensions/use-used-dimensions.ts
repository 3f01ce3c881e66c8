import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { afterOthers } from '@playhead/web-kit/queries/after-others.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import type { QuestionState } from '../question/use-question.ts'

/** The dimensions that have a value in any view of the question; undefined until they are known. */
export const useUsedDimensions = ({
  query: question,
  resolved,
}: Pick<QuestionState, 'query' | 'resolved'>): {
  used: ReadonlySet<string> | undefined
  isLoading: boolean
} => {
  const asked = query(dimensionQuestions.listUsed, { query: question }, { quiet: true })
  const { data, isLoading } = useQuery({
    ...asked,
    queryFn: async (context) => {
      const { client, queryKey, signal } = context
      const [path] = queryKey
      const isListed = client.getQueriesData({ queryKey: [path] }).some(([, known]) => known)
      // What is listed stays until then.
      if (isListed) await afterOthers(client, path, { signal })
      return await asked.queryFn!(context)
    },
    // The rollup has only the basic ones, and those are marked.
    enabled: !resolved.isHistorical,
    placeholderData: keepPreviousData,
  })
  // Without any view nothing is used, and the list says what there could be.
  const used = useMemo(
    () => (data && data.data.length > 0 ? new Set(data.data) : undefined),
    [data],
  )
  return { used, isLoading }
}
