import { useState } from 'react'
import { metricTree } from '@playhead/metrics/metric-tree.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { useDimensions } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { retentionDaysOf } from '@playhead/question-kit/timeframe/timeframe.ts'
import { measurementNames } from '@playhead/question-kit/values/metric-names.ts'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import type { FilterListGroup } from '@playhead/ui/menus/filter-list.tsx'
import { SearchableDropdown } from '@playhead/ui/menus/searchable-dropdown.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { comparisons, isComparisonPossible } from '../widget/comparison.ts'
import { type ComponentDraft, isBrokenDown, isComparable } from './component-draft.ts'
import type { Size } from '../grid/grid-layout.ts'
import {
  dimensionOf,
  measurementOf,
  measurementsOf,
  metricOfWidget,
} from '../widget/widget-question.ts'

interface ChoiceProps {
  draft: ComponentDraft
  onChange: (next: Partial<ComponentDraft>) => void
}

const metricGroups: FilterListGroup[] = metricTree.map(({ group, title, metric, items }) => ({
  id: group,
  title,
  items: [...(metric ? [metric] : []), ...items].map((id) => ({
    id,
    label: metrics[id].title,
    keywords: id.replaceAll('_', ' '),
  })),
}))

interface SearchableChoiceProps {
  label: string
  shown: string
  groups: readonly FilterListGroup[]
  selectedId: string
  noResultsText: string
  onSelect: (id: string) => void
}

const SearchableChoice = ({ label, shown, groups, ...list }: SearchableChoiceProps) => (
  <div className="ph-field">
    <span className="ph-label">{label}</span>
    <SearchableDropdown
      {...list}
      label={label}
      items={groups}
      width={340}
      trigger={
        <button type="button" className="ph-select-button" aria-label={`${label}: ${shown}`}>
          <span className="ph-select-value">{shown}</span>
          <ChevronDownIcon size={14} />
        </button>
      }
    />
  </div>
)

const MetricChoice = ({ draft, onChange }: ChoiceProps) => {
  const id = metricOfWidget(draft.metric)
  return (
    <SearchableChoice
      label="Metric"
      shown={metrics[id].title}
      groups={metricGroups}
      selectedId={id}
      noResultsText="No metric has this name."
      onSelect={(metric) => {
        const { defaultMeasurement }: Metric = metrics[metric as MetricId]
        onChange({ metric, measurement: defaultMeasurement })
      }}
    />
  )
}

const MeasurementChoice = ({ draft, onChange }: ChoiceProps) => {
  const offered = measurementsOf(metricOfWidget(draft.metric))
  if (offered.length < 2) return null
  return (
    <div className="ph-field items-start">
      <span className="ph-label">Measurement</span>
      <SegmentedControl<Measurement>
        label="Measurement"
        value={measurementOf(draft)}
        onChange={(measurement) => onChange({ measurement })}
        options={offered.map((value) => ({ value, label: measurementNames[value] }))}
      />
    </div>
  )
}

const DimensionChoice = ({ draft, onChange }: ChoiceProps) => {
  const { groups, nameOf } = useDimensions()
  const id = dimensionOf(draft)
  return (
    <SearchableChoice
      label="Dimension"
      shown={nameOf(id)}
      groups={groups.map((group) => ({
        id: group.id,
        title: group.title,
        items: group.dimensions.map((one) => ({ id: one.id, label: one.displayName })),
      }))}
      selectedId={id}
      noResultsText="No dimension has this name."
      onSelect={(dimension) => onChange({ dimension })}
    />
  )
}

const noComparison = 'none'

const ComparisonChoice = ({ draft, onChange, state }: ChoiceProps & { state: QuestionState }) => {
  const limits = useFlags()
  const { startMs } = state.resolved
  const [now] = useState(() => Date.now())
  const reach = { now, retentionDays: retentionDaysOf(limits) }
  return (
    <Select
      label="Compare with"
      value={draft.comparisonTimeframe ? String(draft.comparisonTimeframe) : noComparison}
      onChange={(value) =>
        onChange({ comparisonTimeframe: value === noComparison ? undefined : Number(value) })
      }
      options={[
        { value: noComparison, label: 'Nothing' },
        ...comparisons.map(({ days, label }) => ({
          value: String(days),
          label,
          isDisabled: !isComparisonPossible(days, { startMs }, reach),
        })),
      ]}
    />
  )
}

const sizeOptions: { value: Size; label: string }[] = [
  { value: 'half', label: 'Half' },
  { value: 'full', label: 'Full' },
]

/** DASH-019 */
const SizeChoice = ({ draft, onChange }: ChoiceProps) => (
  <Select<Size>
    label="Size"
    value={draft.size}
    placeholder="As it lies there now"
    onChange={(size) => onChange({ size })}
    options={sizeOptions}
  />
)

/** The choices for a component of this type. */
export const ComponentChoices = (props: ChoiceProps & { state: QuestionState }) => {
  const { type } = props.draft
  return (
    <>
      <MetricChoice {...props} />
      <MeasurementChoice {...props} />
      {isBrokenDown(type) && <DimensionChoice {...props} />}
      {isComparable(type) && <ComparisonChoice {...props} />}
      {type !== null && type !== 'metric' && <SizeChoice {...props} />}
    </>
  )
}
