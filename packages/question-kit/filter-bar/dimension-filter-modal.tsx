import { useEffect, useEffectEvent, useState } from 'react'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { Chip } from '@playhead/ui/badges/chip.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { ArrowLeftIcon } from '@playhead/ui/icons/icons.ts'
import { FilterIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { DimensionList } from '../dimensions/dimension-list.tsx'
import { unavailableText } from '../dimensions/dimension-row.tsx'
import { predicateText } from './filter-chips.ts'
import { type FilterDraft, withoutPredicate } from './filter-draft.ts'
import { isAtLimit } from './filter-limit.ts'
import { type FilterState, useFilterSource } from './filter-source.ts'
import { FilterValues } from './filter-values.tsx'
import { type Predicate, writePredicate } from '../question/predicate.ts'
import { useDimensions } from '../dimensions/use-dimensions.ts'

interface DimensionFilterModalProps {
  isOpen: boolean
  onClose: () => void
  state: FilterState
  /** The choice when the dialog opens. */
  predicates: readonly Predicate[]
  /** Opens with the values of this dimension. */
  dimension?: DimensionId
  errorId?: string
}

/** METR-053 */
const width = 1090

const opensByItself = 'button, a, select, textarea, [role=option], [role=radio]'

/** METR-054: Enter applies the choice, unless it activates the focused element. */
const useEnter = (isActive: boolean, apply: () => void) => {
  const onEnter = useEffectEvent(apply)
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, isComposing, defaultPrevented } = event
      if (key !== 'Enter' || isComposing || defaultPrevented) return
      if (target instanceof Element && target.closest(opensByItself)) return
      event.preventDefault()
      onEnter()
    }
    globalThis.addEventListener('keydown', onKeyDown)
    return () => globalThis.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}

export const DimensionFilterModal = (props: DimensionFilterModalProps) => {
  const { isOpen, onClose, state, errorId } = props
  const { isHistorical } = state.resolved
  const { maxFilters } = useFlags()
  const source = useFilterSource()
  const { nameOf, isBasic, isPending } = useDimensions()
  const [draft, setDraft] = useState<FilterDraft>({
    predicates: props.predicates,
    excluded: [],
  })
  const [dimension, setDimension] = useState(props.dimension)
  const counts = new Map<DimensionId, number>()
  for (const one of draft.predicates)
    counts.set(one.dimension, (counts.get(one.dimension) ?? 0) + 1)
  const series = [...counts.keys()]
  const byDimension = series.flatMap((id) => draft.predicates.filter((one) => one.dimension === id))

  const apply = () => {
    state.setPredicates(draft.predicates)
    onClose()
  }
  useEnter(isOpen, apply)

  const isUnavailable = dimension !== undefined && isHistorical && !isPending && !isBasic(dimension)
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title="Filter"
      minWidth={width}
      maxWidth={width}
      isWholeOnPhones
      footer={
        <>
          <span className="mr-auto -ml-2">
            <Button
              kind="ghost"
              disabled={draft.predicates.length === 0}
              onClick={() => setDraft({ predicates: [], excluded: [] })}
            >
              Remove All
            </Button>
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      <div className="-mx-4 -mb-4 flex h-[min(430px,calc(100dvh-280px))] flex-col max-md:h-[calc(100%+20px)]">
        {draft.predicates.length > 0 && (
          <ul
            aria-label="Chosen values"
            className="flex max-h-[92px] shrink-0 flex-wrap gap-1 overflow-y-auto border-b border-line px-4 pb-3"
          >
            {byDimension.map((one) => (
              <li key={writePredicate(one)} className="max-w-full min-w-0">
                <Chip
                  index={series.indexOf(one.dimension)}
                  name={nameOf(one.dimension)}
                  onClick={() => setDimension(one.dimension)}
                  onRemove={() => setDraft(withoutPredicate(draft, one))}
                  removeLabel={`Remove ${nameOf(one.dimension)} ${predicateText(one)}`}
                >
                  {one.isExcluded && 'not '}
                  {predicateText(one)}
                </Chip>
              </li>
            ))}
          </ul>
        )}
        <div className="flex min-h-0 grow">
          <div
            className={`flex min-h-0 flex-col border-line md:w-[290px] md:shrink-0 md:border-r ${dimension ? 'max-md:hidden' : 'max-md:w-full'}`}
          >
            <DimensionList
              selectedId={dimension}
              onSelect={setDimension}
              onSelectUnavailable={setDimension}
              isHistorical={isHistorical}
              hasSearch
              counts={counts}
            />
          </div>
          <div className={`flex min-h-0 min-w-0 grow flex-col ${dimension ? '' : 'max-md:hidden'}`}>
            {dimension && (
              <div className="px-2 pt-1 md:hidden">
                <Button
                  size="sm"
                  kind="ghost"
                  icon={<ArrowLeftIcon size={14} />}
                  onClick={() => setDimension(undefined)}
                >
                  All dimensions
                </Button>
              </div>
            )}
            {dimension && !isUnavailable && (
              <FilterValues
                key={dimension}
                dimension={dimension}
                name={nameOf(dimension)}
                state={state}
                errorId={errorId}
                draft={draft}
                onChange={setDraft}
                isUsedUp={
                  source
                    ? draft.predicates.length >= source.max
                    : isAtLimit(draft.predicates, dimension, maxFilters)
                }
              />
            )}
            {isUnavailable && <EmptyState title={unavailableText} />}
            {!dimension && (
              <EmptyState title="Choose a dimension" icon={<FilterIcon size={20} />}>
                Its values appear here, the most viewed first.
              </EmptyState>
            )}
          </div>
        </div>
      </div>
    </Modal>
  )
}
