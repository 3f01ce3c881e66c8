import { useState } from 'react'
import { Calendar } from '@playhead/ui/calendar/calendar.tsx'
import { type CalendarDate, type Time } from '@playhead/ui/calendar/calendar-date.ts'
import { DateField } from '@playhead/ui/calendar/date-field.tsx'
import { Dropdown } from '@playhead/ui/menus/dropdown.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { CalendarIcon } from '@playhead/ui/icons/subject-icons.ts'
import { TimeField } from '@playhead/ui/calendar/time-field.tsx'

interface MomentFieldsProps {
  /** Names the fields where a form has two moments: `Start` makes `Start date` and `Start time`. */
  name?: string
  date: CalendarDate | null
  time: Time | null
  onDate: (date: CalendarDate | null) => void
  onTime: (time: Time | null) => void
}

/** METR-092: date and time have separate fields. */
export const MomentFields = ({ name, date, time, onDate, onTime }: MomentFieldsProps) => {
  const dateLabel = name === undefined ? 'Date' : `${name} date`
  const choiceLabel = name === undefined ? 'Choose a date' : `Choose the ${name.toLowerCase()} date`
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="flex min-w-0 grow items-end gap-1">
        <div className="grow">
          <DateField label={dateLabel} value={date} onChange={onDate} />
        </div>
        <Dropdown
          label={choiceLabel}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          trigger={<IconButton kind="secondary" icon={<CalendarIcon />} label={choiceLabel} />}
        >
          {(close) => (
            <Calendar
              label={dateLabel}
              value={date}
              autoFocus
              onChange={(chosen) => {
                onDate(chosen)
                close()
              }}
            />
          )}
        </Dropdown>
      </div>
      <div className="grow">
        <TimeField
          label={name === undefined ? 'Time' : `${name} time`}
          value={time}
          onChange={onTime}
        />
      </div>
    </div>
  )
}
