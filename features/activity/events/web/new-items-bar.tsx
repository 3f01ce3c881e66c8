import { Button } from '@playhead/ui/buttons/button.tsx'
import type { NewItems } from './new-items.ts'

interface NewItemsBarProps {
  items: NewItems
  /** Singular and plural. */
  words: readonly [one: string, many: string]
  onRefresh: () => void
}

const textOf = ({ ids, hasMore }: NewItems, [one, many]: NewItemsBarProps['words']) => {
  if (ids.length === 0) return `There may be new ${many}`
  if (hasMore) return `${ids.length}+ new ${many}`
  return `${ids.length} new ${ids.length === 1 ? one : many}`
}

/** ACTV-007 */
export const NewItemsBar = ({ items, words, onRefresh }: NewItemsBarProps) => (
  <output className="block">
    {(items.ids.length > 0 || items.hasMore) && (
      <span className="flex items-center justify-center gap-3 border-b border-line px-3 py-2 text-sm">
        <span>{textOf(items, words)}</span>
        <Button size="sm" onClick={onRefresh}>
          Refresh
        </Button>
      </span>
    )}
  </output>
)
