import { useMemo } from 'react'
import { metricIds, metrics } from '@playhead/metrics/metrics.ts'
import { matchWords } from '@playhead/ui/menus/match-words.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import {
  foundLimit,
  type PaletteSourceProps,
  useFound,
} from '@playhead/web-kit/palette/palette-source.ts'

/** Metrics by title or id. */
export const Part = ({ text, path, onFound }: PaletteSourceProps) => {
  const items = useMemo(() => {
    const isMatch = matchWords(text)
    return metricIds
      .filter((id) => isMatch(`${metrics[id].title} ${id}`))
      .slice(0, foundLimit)
      .map((id) => ({
        id: `metric ${id}`,
        label: metrics[id].title,
        href: `${path('metrics')}${stringifySearch({ metric: id })}`,
      }))
  }, [text, path])
  useFound(items, onFound)
  return null
}
