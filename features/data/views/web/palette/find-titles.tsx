import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { writePredicate } from '@playhead/question-kit/question/predicate.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import {
  foundLimit,
  type PaletteSourceProps,
  useFound,
} from '@playhead/web-kit/palette/palette-source.ts'
import { query } from '@playhead/web-kit/queries/query.ts'

/** Titles that viewers watched in the last week; each opens the overview of its views. */
export const Part = ({ settled, path, onFound }: PaletteSourceProps) => {
  const { data } = useQuery({
    ...query(
      dimensionQuestions.listValues,
      {
        params: { dimension: 'video_title' },
        query: { timeframe: ['7:days'], query: settled, orderBy: 'views', limit: foundLimit },
      },
      { quiet: true },
    ),
    enabled: settled.length > 1,
    placeholderData: keepPreviousData,
  })
  const items = useMemo(
    () =>
      (data?.data ?? []).flatMap(({ value, totalCount }) => {
        if (!value) return []
        const filter = writePredicate({ dimension: 'video_title', value, isExcluded: false })
        return {
          id: `title ${value}`,
          label: value,
          description: `${formatNumber(totalCount)} ${totalCount === 1 ? 'view' : 'views'} in 7 days`,
          href: `${path('data')}${stringifySearch({ timeframe: ['7:days'], filters: [filter] })}`,
        }
      }),
    [data, path],
  )
  useFound(items, onFound)
  return null
}
