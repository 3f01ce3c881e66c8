import { Calendar as AriaCalendar } from 'react-aria-components/Calendar'
import type { CalendarProps as AriaCalendarProps } from 'react-aria-components/Calendar'
import type { CalendarDate } from '@internationalized/date'
import { CalendarMonths } from './calendar-parts.tsx'

interface CalendarProps extends Pick<
  AriaCalendarProps<CalendarDate>,
  'minValue' | 'maxValue' | 'isDateUnavailable' | 'autoFocus'
> {
  label: string
  value: CalendarDate | null
  onChange: (value: CalendarDate) => void
}

export const Calendar = ({ label, onChange, ...rest }: CalendarProps) => {
  return (
    <AriaCalendar
      {...rest}
      onChange={(value) => onChange(value)}
      aria-label={label}
      className="ph-calendar"
    >
      <CalendarMonths count={1} isRange={false} />
    </AriaCalendar>
  )
}
