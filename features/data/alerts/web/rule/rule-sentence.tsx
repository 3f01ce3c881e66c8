import type { ReactNode } from 'react'
import {
  monitoringDimensionIds,
  monitoringMetricIds,
} from '@playhead/features/data/monitoring/contract'
import { MultiSelect } from '@playhead/ui/choices/multi-select.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import type { Form } from '@playhead/web-kit/forms/form.ts'
import { alertAreas, alertLimits } from '../../contract.ts'
import { titleOfMetric, unitOf } from '../metric-text.ts'
import { audienceWords, dimensionTitle, windowWords } from '../rule-words.ts'
import { RuleFilters } from './rule-filters.tsx'
import { hasMinViews, type RuleMetric, type RuleValues, usualOf } from './rule-values.ts'

const metricOptions = monitoringMetricIds.map((metric) => ({
  value: metric,
  label: titleOfMetric(metric),
}))

const areaOptions = alertAreas.map((area) => ({ value: area, label: area }))

const offeredMinutes = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60]

const windowOptions = (seconds: number) =>
  [...new Set([...offeredMinutes, seconds / 60])]
    .toSorted((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes * 60), label: windowWords(minutes * 60) }))

const dimensionOptions = monitoringDimensionIds.map((id) => ({
  value: id,
  label: dimensionTitle(id),
}))

/** An error is read in one or two lines. */
const wide = 'w-[260px] max-w-full'

const Words = ({ children }: { children: ReactNode }) => (
  <span className="leading-[34px]">{children}</span>
)

/** The rule as a sentence with its controls in it. */
export const RuleSentence = ({ form }: { form: Form<RuleValues> }) => {
  const { metric, area, windowSeconds, groupBy } = form.values
  const setMetric = (next: RuleMetric) =>
    form.change({ metric: next, ...usualOf[next], closeValue: '' })
  const unit = unitOf(metric)
  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-2 text-lg text-ink-2">
      <Words>Alert when</Words>
      <Select
        label="Metric"
        isLabelHidden
        value={metric}
        options={metricOptions}
        onChange={setMetric}
      />
      <Words>is</Words>
      <Select
        label="Area"
        isLabelHidden
        value={area}
        options={areaOptions}
        onChange={(next) => form.set('area', next)}
      />
      <div className={form.errors.value ? wide : 'min-w-[100px] max-w-[200px] flex-[0_1_100px]'}>
        <TextField
          {...form.field('value')}
          label="Value"
          isLabelHidden
          inputMode="decimal"
          autoComplete="off"
          after={unit && <span className="text-ink-3">{unit}</span>}
        />
      </div>
      <Words>for</Words>
      <Select
        label="Window"
        isLabelHidden
        value={String(windowSeconds)}
        options={windowOptions(windowSeconds)}
        onChange={(next) => form.set('windowSeconds', Number(next))}
      />
      {hasMinViews(form.values) && (
        <>
          <Words>with at least</Words>
          <div
            className={form.errors.minViews ? wide : 'min-w-[90px] max-w-[200px] flex-[0_1_90px]'}
          >
            <TextField
              {...form.field('minViews')}
              label="Minimum audience"
              isLabelHidden
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <Words>{audienceWords(metric)},</Words>
        </>
      )}
      <Words>where</Words>
      <RuleFilters filters={form.values.filters} onChange={(next) => form.set('filters', next)} />
      <Words>for each</Words>
      <div className="max-w-full">
        <MultiSelect
          label="For each"
          isLabelHidden
          values={groupBy}
          options={dimensionOptions}
          placeholder="environment"
          onChange={(next) => form.set('groupBy', next.slice(-alertLimits.groupByMax))}
        />
      </div>
    </div>
  )
}
