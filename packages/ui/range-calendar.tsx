import { RangeCalendar as AriaRangeCalendar } from 'react-aria-components/RangeCalendar'
import type { RangeCalendarProps as AriaRangeCalendarProps } from 'react-aria-components/RangeCalendar'
import type { CalendarDate } from '@internationalized/date'
import { CalendarMonths } from './calendar-parts.tsx'

export interface DateRange {
  start: CalendarDate
  end: CalendarDate
}

interface RangeCalendarProps extends Pick<
  AriaRangeCalendarProps<CalendarDate>,
  'minValue' | 'maxValue' | 'isDateUnavailable' | 'autoFocus'
> {
  label: string
  value: DateRange | null
  onChange: (value: DateRange) => void
  monthCount?: 1 | 2
}

export function RangeCalendar(props: RangeCalendarProps) {
  const { label, monthCount = 2, ...rest } = props
  return (
    <AriaRangeCalendar
      {...rest}
      visibleDuration={{ months: monthCount }}
      pageBehavior="single"
      aria-label={label}
      className="ph-calendar"
    >
      <CalendarMonths count={monthCount} isRange />
    </AriaRangeCalendar>
  )
}
