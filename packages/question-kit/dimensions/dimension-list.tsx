import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { useMediaQuery } from '@playhead/ui/layout/use-media-query.ts'
import type { DimensionEntry, DimensionGroup } from './dimension-groups.ts'
import { DimensionRow } from './dimension-row.tsx'
import { useFilterSource } from '../filter-bar/filter-source.ts'
import { useDimensions } from './use-dimensions.ts'

interface DimensionListProps {
  selectedId: DimensionId | undefined
  onSelect: (id: DimensionId) => void
  /** For screens that explain why the dimension is unavailable. */
  onSelectUnavailable?: (id: DimensionId) => void
  /** Only basic dimensions can be chosen then. METR-060 */
  isHistorical: boolean
  label?: string
  hasSearch?: boolean
  /** The dimensions with values; the others are listed on demand. Undefined while that is not known. */
  used?: ReadonlySet<string> | undefined
  /** Waits for it: rows would otherwise disappear under the pointer. */
  isUseLoading?: boolean
  /** How many values of each dimension are chosen. */
  counts?: ReadonlyMap<DimensionId, number>
}

/** METR-059 */
const olderDataNotice = 'Some dimensions are unavailable for data older than 100 days'

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

const found = (
  groups: readonly DimensionGroup[],
  text: string,
  isOffered: (id: DimensionId) => boolean,
): DimensionGroup[] => {
  const wanted = text.trim().toLowerCase()
  return groups
    .map((group) => ({
      ...group,
      dimensions: group.dimensions.filter(
        ({ id, displayName }) => isOffered(id) && displayName.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ dimensions }) => dimensions.length > 0)
}

const ListSkeleton = () => (
  <Loading label="Loading dimensions">
    <div className="flex flex-col gap-2 p-2">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} width={`${45 + ((index * 17) % 40)}%`} height={16} />
      ))}
    </div>
  </Loading>
)

/** Dimensions by category, each with its star; arrow keys move between them. METR-046 */
export const DimensionList = (props: DimensionListProps) => {
  const { selectedId, onSelect, isHistorical, label = 'Dimensions', hasSearch = false } = props
  const dimensions = useDimensions()
  const isTouch = useMediaQuery('(pointer: coarse)')
  const id = useId()
  const isAvailable = ({ isBasic }: DimensionEntry) => !isHistorical || isBasic
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [stop, setStop] = useState<DimensionId>()
  const source = useFilterSource()
  const [isWhole, setIsWhole] = useState(false)
  const isOffered = (one: DimensionId) => source === undefined || source.dimensions.has(one)
  const isUsed = (one: DimensionId) =>
    props.used === undefined ||
    props.used.has(one) ||
    one === selectedId ||
    dimensions.isStarred(one)
  const all = found(dimensions.groups, search, isOffered)
  // A search is for a name, with values or without.
  const isEverything = isWhole || search.trim() !== ''
  const groups = isEverything ? all : found(all, '', (one) => isUsed(one))
  const unused = all.flatMap((group) => group.dimensions).filter(({ id: one }) => !isUsed(one))
  const shown = groups.flatMap((group) => group.dimensions)
  const stopId = [stop, selectedId, shown[0]?.id].find((one) => shown.some((row) => row.id === one))

  const focusAt = (index: number) => {
    const target = shown[index]
    if (!target) return
    list.current?.querySelector<HTMLElement>(`[data-dimension="${target.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    focusAt(
      step(
        shown.findIndex((row) => row.id === stopId),
        shown.length,
      ),
    )
  }
  const isPending = dimensions.isPending || props.isUseLoading === true
  const isShown = !isPending && !dimensions.isError
  useEffect(() => {
    if (!isShown || !hasSearch) return
    const box = list.current
    const selected = box?.querySelector('[aria-current]')
    if (!box || !selected) return
    // The list alone is scrolled: the page stays where it is.
    const above = selected.getBoundingClientRect().top - box.getBoundingClientRect().top
    box.scrollTop += above - box.clientHeight / 2
  }, [isShown, hasSearch, list])

  /** Enter selects the first match, the down arrow moves into the list. */
  const chooseFirst = (event: KeyboardEvent) => {
    const first = shown.find(isAvailable)
    if (event.key === 'ArrowDown') focusAt(0)
    else if (event.key !== 'Enter' || search.trim() === '' || !first) return
    else onSelect(first.id)
    event.preventDefault()
  }
  const star = (one: DimensionId) => {
    dimensions.toggleStar(one)
    // The row moves to another group; keyboard focus follows it.
    const isKeyboardHere = document.activeElement?.matches(':focus-visible')
    if (isKeyboardHere)
      requestAnimationFrame(() => focusAt(shown.findIndex((row) => row.id === one)))
  }

  if (isPending) return <ListSkeleton />
  if (dimensions.isError)
    return (
      <FailedState
        message="The dimensions couldn’t be read."
        onRetry={dimensions.refetch}
        isRetrying={dimensions.isFetching}
      />
    )
  return (
    <section aria-label={label} className="flex min-h-0 grow flex-col">
      {hasSearch && (
        <div className="p-2">
          <SearchField
            label="Find a dimension"
            value={search}
            onChange={setSearch}
            onKeyDown={chooseFirst}
            autoFocus={selectedId === undefined && !isTouch}
          />
        </div>
      )}
      {isHistorical && <p className="px-4 py-2 text-sm text-ink-3">{olderDataNotice}</p>}
      <div ref={list} className="min-h-0 grow overflow-y-auto p-2">
        {groups.map((group) => (
          <div key={group.id} className="pb-2">
            <p id={`${id}-${group.id}`} className="px-2 pt-1 pb-px text-xs font-medium text-ink-3">
              {group.title}
            </p>
            <ul aria-labelledby={`${id}-${group.id}`}>
              {group.dimensions.map((dimension) => (
                <DimensionRow
                  key={dimension.id}
                  dimension={dimension}
                  isSelected={dimension.id === selectedId}
                  isAvailable={isAvailable(dimension)}
                  isStarred={dimensions.isStarred(dimension.id)}
                  canStar={dimensions.canStar}
                  isStop={dimension.id === stopId}
                  count={props.counts?.get(dimension.id)}
                  onKeyDown={onKeyDown}
                  onFocus={() => setStop(dimension.id)}
                  onSelect={() =>
                    isAvailable(dimension)
                      ? onSelect(dimension.id)
                      : props.onSelectUnavailable?.(dimension.id)
                  }
                  onStar={() => star(dimension.id)}
                />
              ))}
            </ul>
          </div>
        ))}
        {unused.length > 0 && search.trim() === '' && (
          <Button
            kind="ghost"
            size="sm"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Hide those without values' : `Show ${unused.length} without values`}
          </Button>
        )}
        {shown.length === 0 && (
          <p className="p-2 text-sm text-ink-3">No dimension has this name.</p>
        )}
      </div>
    </section>
  )
}
