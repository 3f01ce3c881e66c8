import { useState } from 'react'
import { MomentFields } from '@playhead/features/data/annotations/web'
import {
  type CalendarDate,
  fromAbsolute,
  getLocalTimeZone,
  type Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@playhead/ui/calendar/calendar-date.ts'
import { FieldError } from '@playhead/ui/fields/field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { alertLimits } from '../../contract.ts'
import type { Incident } from '../incident-words.ts'
import { useSnooze } from '../use-incidents.ts'

interface Values {
  /** The field that the server names. */
  until: { date: CalendarDate | null; time: Time | null }
}

const hourMs = 3_600_000

const momentOf = ({ until: { date, time } }: Values) =>
  date && time
    ? toZoned(toCalendarDateTime(date, time), getLocalTimeZone()).toDate().getTime()
    : undefined

const errorsOf = (values: Values) => {
  const until = momentOf(values)
  if (until === undefined) return { until: 'A time is required' }
  const seconds = (until - Date.now()) / 1_000
  return {
    until:
      seconds <= 0 || seconds > alertLimits.snoozeSecondsMax
        ? 'Choose a time within the next 30 days.'
        : undefined,
  }
}

const valuesOf = (milliseconds: number): Values => {
  const moment = fromAbsolute(milliseconds, getLocalTimeZone())
  return { until: { date: toCalendarDate(moment), time: toTime(moment) } }
}

/** The snooze that goes on, or else the next full hour but one. */
const firstOf = ({ snoozedUntil }: Incident) => {
  const now = Date.now()
  const current = snoozedUntil === null ? 0 : Date.parse(snoozedUntil)
  return valuesOf(current > now ? current : (Math.floor(now / hourMs) + 2) * hourMs)
}

interface SnoozeDialogProps {
  incident: Incident
  onClose: () => void
}

/** Until a time that a person chooses. */
export const SnoozeDialog = ({ incident, onClose }: SnoozeDialogProps) => {
  const [initial] = useState(() => firstOf(incident))
  const snooze = useSnooze()
  return (
    <FormDialog
      onClose={onClose}
      title={`Snooze “${incident.description}”`}
      description="Until then, no notifications about this incident are sent, and none when it ends. Only PagerDuty is told of the end, so that its alarm stops. The incident stays open and listed, and its rule goes on judging it. Other incidents, also of the same rule, are sent as usual."
      minWidth={460}
      maxWidth={460}
      initial={initial}
      validate={errorsOf}
      submit={(values) =>
        snooze.mutateAsync({
          params: { id: incident.id },
          body: { until: new Date(momentOf(values) ?? 0).toISOString() },
        })
      }
      submitLabel="Snooze"
      doneToast="Incident snoozed"
    >
      {(form) => (
        <div className="grid gap-2">
          <MomentFields
            date={form.values.until.date}
            time={form.values.until.time}
            onDate={(date) => form.set('until', { ...form.values.until, date })}
            onTime={(time) => form.set('until', { ...form.values.until, time })}
          />
          {form.errors.until && <FieldError>{form.errors.until}</FieldError>}
        </div>
      )}
    </FormDialog>
  )
}
