import type { Widget } from './dashboard.ts'
import { sizeOf } from './dashboard.ts'
import type { Size } from './grid-layout.ts'
import { defaultDimension, measurementsOf, metricOfWidget } from './widget-question.ts'

/** A component while it is made; without a type it is none yet. DASH-017 */
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
/** Values of a dimension are shown as they are now. */
export const isComparable = (type: Widget['type'] | null) =>
  type === 'timeseries' || type === 'metric'

/** DASH-016, DASH-017 */
export const componentErrors = ({ type, displayName }: ComponentDraft) => ({
  type: type === null ? 'Choose a type' : undefined,
  displayName: displayName.trim() === '' ? 'Enter a name' : undefined,
})

/** What is not of its type is left out. */
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
