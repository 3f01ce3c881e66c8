import type { QuestionState } from '@playhead/features/data/filters/web'
import { BreakdownWidget } from './breakdown-widget.tsx'
import { ChartWidget } from './chart-widget.tsx'
import { NumberWidget } from './number-widget.tsx'
import type { WidgetFields } from './widget-question.ts'

export interface WidgetBodyProps {
  widget: WidgetFields
  state: QuestionState
  comparisonDays: number | undefined
  isTall?: boolean
  /** Of charts only: the name their files and pictures have. */
  menuTitle?: string
}

/** DASH-012 */
export const WidgetBody = (props: WidgetBodyProps) => {
  // What is kept while new answers are on their way must not be read as another metric.
  const { metric, measurement, dimension, type } = props.widget
  const key = [metric, measurement, dimension].join(' ')
  switch (type) {
    case 'metric':
      return <NumberWidget key={key} {...props} />
    case 'timeseries':
      return <ChartWidget key={key} {...props} />
    case 'list':
    case 'bars':
      return <BreakdownWidget key={key} {...props} />
  }
}
