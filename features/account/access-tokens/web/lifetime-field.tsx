import { DateField } from '@playhead/ui/calendar/date-field.tsx'
import type { CalendarDate } from '@playhead/ui/calendar/calendar-date.ts'
import { Select } from '@playhead/ui/choices/select.tsx'
import { type ChosenLifetime, type Lifetime, lifetimeLabels, lifetimes } from './lifetime.ts'

interface LifetimeFieldProps extends ChosenLifetime {
  error: string | undefined
  onLifetime: (lifetime: Lifetime) => void
  onDate: (date: CalendarDate | null) => void
}

export const LifetimeField = ({
  lifetime,
  date,
  error,
  onLifetime,
  onDate,
}: LifetimeFieldProps) => (
  <div className="grid items-start gap-3 md:grid-cols-2">
    <Select
      label="Expires"
      value={lifetime}
      onChange={(chosen) => onLifetime(lifetimes.find((one) => one === chosen) ?? 'never')}
      options={lifetimes.map((value) => ({ value, label: lifetimeLabels[value] }))}
    />
    {lifetime === 'date' && (
      <DateField label="Last day" value={date} onChange={onDate} {...(error && { error })} />
    )}
  </div>
)
