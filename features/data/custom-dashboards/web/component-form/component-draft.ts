import type { Widget } from '../dashboard/dashboard.ts'
import { sizeOf } from '../dashboard/dashboard.ts'
import type { Size } from '../grid/grid-layout.ts'
import { defaultDimension, measurementsOf, metricOfWidget } from '../widget/widget-question.ts'

/** A component that is being edited; without a type it cannot be saved yet. DASH-017 */
export interface ComponentDraft extends Omit<Widget, 'position' | 'type'> {
  type: Widget['type'] | null
  size: Size | null
}

export const typeLabels: Record<Widget['type'], string> = {
  timeseries: 'Chart over time',
  metric: 'Number',
  list: 'List',
  bars: 'Bars',
}

export const emptyComponent = (type: Widget['type'] | null): ComponentDraft => ({
  type,
  displayName: '',
  metric: 'viewer_experience_score',
  dimensionFilters: [],
  metricFilters: [],
  size: 'half',
})

export const componentOf = (widget: Widget): ComponentDraft => {
  const { position, ...fields } = widget
  return { ...fields, size: sizeOf(position) }
}

export const isBrokenDown = (type: Widget['type'] | null) => type === 'list' || type === 'bars'
/** Dimension values are shown for the current range only. */
export const isComparable = (type: Widget['type'] | null) =>
  type === 'timeseries' || type === 'metric'

/** DASH-016, DASH-017 */
export const componentErrors = ({ type, displayName }: ComponentDraft) => ({
  type: type === null ? 'Choose a type' : undefined,
  displayName: displayName.trim() === '' ? 'Enter a name' : undefined,
})

/** Drops the fields that do not belong to the type. */
export const widgetOf = (draft: ComponentDraft, type: Widget['type']): Omit<Widget, 'position'> => {
  const { displayName, metric, measurement, dimension, dimensionFilters, metricFilters } = draft
  const isMeasured =
    measurement !== undefined && measurementsOf(metricOfWidget(metric)).includes(measurement)
  return {
    displayName: displayName.trim(),
    type,
    metric,
    dimensionFilters,
    metricFilters,
    ...(isMeasured && { measurement }),
    ...(isBrokenDown(type) && { dimension: dimension ?? defaultDimension }),
    ...(isComparable(type) &&
      draft.comparisonTimeframe !== undefined && {
        comparisonTimeframe: draft.comparisonTimeframe,
      }),
  }
}
