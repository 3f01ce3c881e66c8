import { useEffect, useRef, useState } from 'react'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { Chip } from '@playhead/ui/badges/chip.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { filterChips } from './filter-chips.ts'
import { displayMetricPredicate } from '../metric-filters/metric-filter-value.ts'
import { ZoneNote } from '../timeframe/zone-note.tsx'
import { SlowQuestions } from '../question/slow-questions.tsx'
import { writeMetricPredicate } from '../question/predicate.ts'
import { useDimensionName } from '../dimensions/use-dimensions.ts'
import { useFilterRemovals } from './use-filter-removals.ts'
import { useFlushBeforeLeaving } from './use-flush-before-leaving.ts'
import type { FilterState } from './filter-source.ts'

const DimensionFilterModal = lazyDialog(
  'DimensionFilterModal',
  () => import('./dimension-filter-modal.tsx'),
)
const MetricFilterPopover = lazyDialog(
  'MetricFilterPopover',
  () => import('../metric-filters/metric-filter-popover.tsx'),
)

interface FilterBarProps {
  state: FilterState
  canFilterMetrics?: boolean
  /** Names the zone of the times on the screen, at its end. */
  hasZone?: boolean
  /** Offers only values of views with this error. */
  errorId?: string
}

/** After a removal the focus moves to the next chip, so that keyboard users can continue from there. */
const useFocusAfterRemoval = () => {
  const bar = useRef<HTMLElement>(null)
  const place = useRef<number>(undefined)
  useEffect(() => {
    if (place.current === undefined) return
    const removers = bar.current?.querySelectorAll<HTMLElement>('.ph-chip-remove')
    const next = removers?.[Math.min(place.current, removers.length - 1)]
    const target = next ?? bar.current?.querySelector<HTMLElement>('.ph-button')
    target?.focus()
    place.current = undefined
  })
  const followFrom = (index: number) => {
    place.current = index
  }
  return { bar, followFrom }
}

/** The filters of a question as chips, with buttons to add one. METR-065 */
export const FilterBar = ({
  state,
  canFilterMetrics = true,
  hasZone = true,
  errorId,
}: FilterBarProps) => {
  const { metricFiltersEnabled } = useFlags()
  const removals = useFilterRemovals(state)
  const { predicates, metricPredicates } = removals
  const nameOf = useDimensionName(predicates.map(({ dimension }) => dimension))
  const chips = filterChips(predicates, nameOf)
  const { bar, followFrom } = useFocusAfterRemoval()
  useFlushBeforeLeaving(bar, removals.isWaiting, removals.flush)
  const [opening, setOpening] = useState<{ count: number; dimension?: DimensionId }>({ count: 0 })
  const [open, setOpen] = useState<'dimensions' | 'metrics'>()
  const metricButton = useRef<HTMLButtonElement>(null)
  const areMetricsOffered = canFilterMetrics && metricFiltersEnabled

  const openDimensions = (dimension?: DimensionId) => {
    removals.flush()
    setOpening({ count: opening.count + 1, dimension })
    setOpen('dimensions')
  }
  const openMetrics = () => {
    removals.flush()
    setOpen('metrics')
  }
  const close = () => setOpen(undefined)
  useShortcut('f', 'Filter', () => openDimensions())

  return (
    <section ref={bar} aria-label="Filters" className="flex flex-wrap items-center gap-1">
      {chips.map((chip, index) => (
        <Chip
          key={chip.dimension}
          index={index}
          name={chip.displayName}
          onClick={() => openDimensions(chip.dimension)}
          onRemove={() => {
            removals.removePredicates(chip.predicates)
            followFrom(index)
          }}
          removeLabel={`Remove the filter ${chip.displayName} ${chip.text}`}
        >
          {chip.text}
        </Chip>
      ))}
      {areMetricsOffered &&
        metricPredicates.map((one, index) => {
          const { displayName, text } = displayMetricPredicate(one)
          return (
            <Chip
              key={writeMetricPredicate(one)}
              index={chips.length + index}
              name={displayName}
              onClick={openMetrics}
              onRemove={() => {
                removals.removeMetricPredicate(one)
                followFrom(chips.length + index)
              }}
              removeLabel={`Remove the filter ${displayName} ${text}`}
            >
              {text}
            </Chip>
          )
        })}
      <Button
        kind="ghost"
        size="sm"
        icon={<PlusIcon size={14} />}
        // Without a border and as first element, its text aligns with the texts above and below.
        className="first:-ml-[10px]"
        aria-haspopup="dialog"
        onClick={() => openDimensions()}
      >
        Filter
      </Button>
      {areMetricsOffered && (
        <Button
          ref={metricButton}
          kind="ghost"
          size="sm"
          icon={<PlusIcon size={14} />}
          aria-haspopup="dialog"
          aria-expanded={open === 'metrics'}
          onClick={openMetrics}
        >
          Metric filter
        </Button>
      )}
      {hasZone && (
        <span className="ml-auto">
          <ZoneNote stepMs={state.resolved.stepMs} />
        </span>
      )}
      <DimensionFilterModal
        key={opening.count}
        isOpen={open === 'dimensions'}
        onClose={close}
        state={state}
        predicates={predicates}
        dimension={opening.dimension}
        errorId={errorId}
      />
      <MetricFilterPopover
        isOpen={open === 'metrics'}
        onClose={close}
        state={state}
        metricPredicates={metricPredicates}
        triggerRef={metricButton}
      />
      <SlowQuestions />
    </section>
  )
}
