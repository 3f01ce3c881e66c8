import { useState } from 'react'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { ChevronDownIcon, CloseIcon } from '@playhead/ui/icons/icons.ts'
import { SearchableDropdown } from '@playhead/ui/menus/searchable-dropdown.tsx'
import { filterableMetrics, type MetricFilterRow } from './metric-filter-rows.ts'
import { operatorSigns, problemOf, typedUnitOf, unitText } from './metric-filter-value.ts'
import { type MetricOperator, metricOperators } from '../question/predicate.ts'

const operatorWords: Record<MetricOperator, string> = {
  '<': 'less than',
  '<=': 'at most',
  '=': 'equal to',
  '!=': 'not equal to',
  '>': 'more than',
  '>=': 'at least',
}

const operators = metricOperators.map((value) => ({
  value,
  label: operatorSigns[value],
  description: operatorWords[value],
}))

interface MetricFilterLineProps {
  row: MetricFilterRow
  position: number
  onChange: (row: MetricFilterRow) => void
  onRemove: () => void
}

export const MetricFilterLine = ({ row, position, onChange, onRemove }: MetricFilterLineProps) => {
  const { metric, operator, value } = row
  const [isLeft, setIsLeft] = useState(false)
  const typed = metric && typedUnitOf(metric)
  const problem = metric && isLeft ? problemOf(metric, value) : undefined
  return (
    <li className="grid grid-cols-[1fr_34px] gap-1 border-b border-line pb-2 last:border-b-0 md:grid-cols-[1fr_92px_150px_34px] md:border-b-0 md:pb-0">
      <SearchableDropdown
        label="Metrics"
        items={filterableMetrics}
        selectedId={metric ?? null}
        noResultsText="No metric has this name."
        // METR-077: the value is cleared, because another metric has other units.
        onSelect={(id) => onChange({ ...row, metric: id as MetricId, value: '' })}
        trigger={
          <button
            type="button"
            className="ph-select-button max-md:order-1"
            aria-label={`Metric ${position}: ${metric ? metrics[metric].title : 'none chosen'}`}
          >
            <span className="ph-select-value" data-placeholder={metric ? undefined : true}>
              {metric ? metrics[metric].title : 'Choose a metric'}
            </span>
            <ChevronDownIcon size={14} />
          </button>
        }
      />
      <div className="grid grid-cols-[92px_1fr] gap-1 max-md:order-3 max-md:col-span-2 md:contents">
        <Select
          label={`Operator ${position}`}
          isLabelHidden
          value={operator}
          onChange={(next) => onChange({ ...row, operator: next })}
          options={operators}
        />
        <TextField
          // A new metric starts without the error of the previous value.
          key={metric}
          label={`Value ${position}`}
          isLabelHidden
          isRequired
          type="number"
          inputMode="decimal"
          placeholder="Value"
          value={value}
          isDisabled={metric === undefined}
          error={problem}
          onChange={(next) => onChange({ ...row, value: next })}
          onBlur={() => setIsLeft(true)}
          inputProps={{ min: 0, max: typed?.max, step: typed?.step ?? 'any' }}
          after={
            metric && (
              <span className="shrink-0 text-sm text-ink-3" aria-hidden="true">
                {unitText(metric)}
              </span>
            )
          }
        />
      </div>
      <span className="max-md:order-2">
        <IconButton
          icon={<CloseIcon size={14} />}
          label={`Remove metric filter ${position}`}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}
