import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatDay, unknownValue } from '@playhead/domain/format.ts'
import {
  foundLimit,
  type PaletteSourceProps,
  useFound,
} from '@playhead/web-kit/palette/palette-source.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { views } from '../../contract.ts'

/** Titles are found by their own source: this one looks only for what could be the id of a view or a viewer. */
const isLikeId = (text: string) => /^[\w.:@-]{6,200}$/.test(text) && /\d/.test(text)

/** Views of the last 30 days by their id or that of their viewer. */
export const Part = ({ settled, path, onFound }: PaletteSourceProps) => {
  const isAsked = isLikeId(settled)
  const { data } = useQuery({
    ...query(
      views.list,
      { query: { timeframe: ['30:days'], search: settled, limit: foundLimit } },
      { quiet: true },
    ),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const items = useMemo(
    () =>
      (isAsked ? (data?.data ?? []) : []).map(({ id, videoTitle, viewEnd }) => ({
        id: `view ${id}`,
        label: videoTitle ?? unknownValue,
        description: `${id}, ${formatDay(viewEnd)}`,
        href: path(`views/${id}`),
      })),
    [isAsked, data, path],
  )
  useFound(items, onFound)
  return null
}
