import { useState } from 'react'
import { CalendarDate, Time } from '@internationalized/date'
import { Calendar } from '@playhead/ui/calendar/calendar.tsx'
import { DateField } from '@playhead/ui/calendar/date-field.tsx'
import { RangeCalendar } from '@playhead/ui/calendar/range-calendar.tsx'
import { TimeField } from '@playhead/ui/calendar/time-field.tsx'
import { KitSection } from './kit-section.tsx'

const today = new CalendarDate(2026, 11, 21)

export const KitDates = () => {
  const [date, setDate] = useState(today)
  const [range, setRange] = useState({ start: today.subtract({ days: 7 }), end: today })
  return (
    <KitSection id="dates" title="Dates and times">
      <div className="grid max-w-sm gap-4 md:grid-cols-2">
        <DateField label="Start date" defaultValue={today} />
        <TimeField label="Start time" defaultValue={new Time(0, 0)} />
      </div>
      <div className="overflow-x-auto">
        <RangeCalendar
          label="Time range"
          value={range}
          onChange={setRange}
          maxValue={today}
          monthCount={2}
        />
      </div>
      <Calendar label="Expiry date" value={date} onChange={setDate} />
    </KitSection>
  )
}
