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
  switch (props.widget.type) {
    case 'metric':
      return <NumberWidget {...props} />
    case 'timeseries':
      return <ChartWidget {...props} />
    case 'list':
    case 'bars':
      return <BreakdownWidget {...props} />
  }
}
