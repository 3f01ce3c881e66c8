import { useContext, useEffect } from 'react'
import {
  RangeCalendar as AriaRangeCalendar,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar'
import type { RangeCalendarProps as AriaRangeCalendarProps } from 'react-aria-components/RangeCalendar'
import type { CalendarDate } from '@internationalized/date'
import { CalendarMonths } from './calendar-parts.tsx'

interface DateRange {
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
  /** The first chosen date, until the second is chosen. */
  onFirstDate?: (date: CalendarDate | null) => void
  monthCount?: 1 | 2
}

function FirstDate({ onChange }: { onChange: (date: CalendarDate | null) => void }) {
  const date = useContext(RangeCalendarStateContext)?.anchorDate ?? null
  useEffect(() => onChange(date), [date, onChange])
  return null
}

export const RangeCalendar = (props: RangeCalendarProps) => {
  const { label, monthCount = 2, onFirstDate, ...rest } = props
  return (
    <AriaRangeCalendar
      {...rest}
      visibleDuration={{ months: monthCount }}
      pageBehavior="single"
      aria-label={label}
      className="ph-calendar"
    >
      <CalendarMonths count={monthCount} isRange />
      {onFirstDate && <FirstDate onChange={onFirstDate} />}
    </AriaRangeCalendar>
  )
}
