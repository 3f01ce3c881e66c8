import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { BreakdownWidget } from './breakdown-widget.tsx'
import { ChartWidget } from './chart-widget.tsx'
import { NumberWidget } from './number-widget.tsx'
import type { WidgetFields } from './widget-question.ts'

export interface WidgetBodyProps {
  widget: WidgetFields
  state: QuestionState
  comparisonDays: number | undefined
  isTall?: boolean
  /** For charts only: the title of downloaded files and images. */
  menuTitle?: string
}

/** DASH-012 */
export const WidgetBody = (props: WidgetBodyProps) => {
  // The key remounts the component, so that placeholder data is not shown as another metric.
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
