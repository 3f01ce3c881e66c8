import { useState } from 'react'
import type { CalendarDate, Time } from '@playhead/ui/calendar-date.ts'
import { DateField } from '@playhead/ui/date-field.tsx'
import { TimeField } from '@playhead/ui/time-field.tsx'

interface MomentFieldsProps {
  name: 'Start' | 'End'
  date: CalendarDate | null
  onDateChange: (date: CalendarDate | null) => void
  /** As entered, and as it counts: within what is possible. */
  typedTime: Time | null
  time: Time | null
  isTimeFixed?: boolean
  onTimeChange: (time: Time | null) => void
}

/** TIME-026, TIME-027: times are read in 12 hours; they are capped once they are written to their end. */
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
