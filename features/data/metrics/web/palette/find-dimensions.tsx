import { useMemo } from 'react'
import { categoryTitles } from '@playhead/metrics/dimension.ts'
import { useDimensions } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { matchWords } from '@playhead/ui/menus/match-words.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import {
  foundLimit,
  type PaletteSourceProps,
  useFound,
} from '@playhead/web-kit/palette/palette-source.ts'

/** Dimensions by the environment's name for them or by id; each opens the breakdown by it. */
export const Part = ({ text, path, onFound }: PaletteSourceProps) => {
  const { list } = useDimensions()
  const items = useMemo(() => {
    const isMatch = matchWords(text)
    return list
      .filter(({ id, displayName }) => isMatch(`${displayName} ${id}`))
      .slice(0, foundLimit)
      .map(({ id, displayName, category }) => ({
        id: `dimension ${id}`,
        label: displayName,
        description: categoryTitles[category],
        href: `${path('metrics')}${stringifySearch({ breakdown: id })}`,
      }))
  }, [list, text, path])
  useFound(items, onFound)
  return null
}
