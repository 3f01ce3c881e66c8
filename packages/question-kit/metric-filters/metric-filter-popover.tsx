import { type FormEvent, type RefObject, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { DropdownPopover } from '@playhead/ui/menus/dropdown-popover.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { isOverMetricLimit, metricsUsedUpText } from '../filter-bar/filter-limit.ts'
import { MetricFilterLine } from './metric-filter-line.tsx'
import { emptyRow, isUnfinished, predicatesOf, rowsOf } from './metric-filter-rows.ts'
import type { MetricPredicate } from '../question/predicate.ts'
import type { FilterState } from '../filter-bar/filter-source.ts'

/** METR-081 */
const historicalText = "Metrics filtering isn't available for the selected time range"

interface FormProps {
  state: FilterState
  metricPredicates: readonly MetricPredicate[]
  onClose: () => void
}

const MetricFilterForm = ({ state, metricPredicates, onClose }: FormProps) => {
  const { maxFilters } = useFlags()
  const [rows, setRows] = useState(() => {
    const given = rowsOf(metricPredicates)
    return given.length > 0 ? given : [emptyRow([])]
  })
  const chosen = rows.flatMap(({ metric }) => (metric ? [{ metric }] : []))
  const isOver = isOverMetricLimit(chosen, maxFilters)
  const canApply = !isOver && !rows.some(isUnfinished)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canApply) return
    state.setMetricPredicates(predicatesOf(rows))
    onClose()
  }
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <p className="text-sm text-ink-3">Only views whose own value fits are counted.</p>
      {rows.length > 0 && (
        <ul aria-label="Metric filters" className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <MetricFilterLine
              key={row.key}
              row={row}
              position={index + 1}
              onChange={(next) => setRows(rows.map((one) => (one.key === row.key ? next : one)))}
              onRemove={() => setRows(rows.filter((one) => one.key !== row.key))}
            />
          ))}
        </ul>
      )}
      {isOver && (
        <p role="alert" className="text-sm text-bad">
          {metricsUsedUpText}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto">
          <Button
            size="sm"
            kind="ghost"
            icon={<PlusIcon size={14} />}
            onClick={() => setRows([...rows, emptyRow(rows)])}
          >
            Add a row
          </Button>
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={!canApply}>
          Apply
        </Button>
      </div>
    </form>
  )
}

interface MetricFilterPopoverProps extends FormProps {
  isOpen: boolean
  triggerRef: RefObject<HTMLElement | null>
}

export const MetricFilterPopover = (props: MetricFilterPopoverProps) => (
  <DropdownPopover
    label="Metric filters"
    width={600}
    isOpen={props.isOpen}
    triggerRef={props.triggerRef}
    onOpenChange={(isOpen) => {
      if (!isOpen) props.onClose()
    }}
  >
    {props.state.resolved.isHistorical ? (
      <p className="text-sm text-ink-2">{historicalText}</p>
    ) : (
      <MetricFilterForm {...props} />
    )}
  </DropdownPopover>
)
