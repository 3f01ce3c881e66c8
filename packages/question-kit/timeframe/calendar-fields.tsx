import { useState } from 'react'
import type { CalendarDate, Time } from '@playhead/ui/calendar/calendar-date.ts'
import { DateField } from '@playhead/ui/calendar/date-field.tsx'
import { TimeField } from '@playhead/ui/calendar/time-field.tsx'

interface MomentFieldsProps {
  name: 'Start' | 'End'
  date: CalendarDate | null
  onDateChange: (date: CalendarDate | null) => void
  /** `typedTime` as entered, `time` clamped to what is allowed. */
  typedTime: Time | null
  time: Time | null
  isTimeFixed?: boolean
  onTimeChange: (time: Time | null) => void
}

/** TIME-026, TIME-027: times are entered in 12-hour form and clamped once they are complete. */
export const MomentFields = (props: MomentFieldsProps) => {
  const { name, date, time, typedTime } = props
  const [isTyping, setIsTyping] = useState(false)
  return (
    <div className="grid grid-cols-2 gap-2">
      <DateField label={`${name} date`} value={date} onChange={props.onDateChange} />
      <div onFocus={() => setIsTyping(true)} onBlur={() => setIsTyping(false)}>
        <TimeField
          label={`${name} time`}
          hourCycle={12}
          value={date && isTyping ? (typedTime ?? time) : date && time}
          isDisabled={props.isTimeFixed}
          onChange={props.onTimeChange}
        />
      </div>
    </div>
  )
}
