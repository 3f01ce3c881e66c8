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
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { streamingExports } from '../contract.ts'
import { kindTexts } from './export-texts.ts'
import type { ExportEntry } from './use-streaming-exports.ts'

interface Moment {
  date: CalendarDate | null
  time: Time | null
  /** Of what the server says of the moment. */
  from: string
}

interface RestartExportDialogProps {
  entry: ExportEntry
  onClose: () => void
}

const momentOf = ({ date, time }: Moment) =>
  date && time ? toZoned(toCalendarDateTime(date, time), getLocalTimeZone()).toDate() : undefined

const initialOf = (now: number): Moment => {
  const moment = fromAbsolute(now, getLocalTimeZone())
  return {
    date: toCalendarDate(moment),
    time: toTime(moment).set({ second: 0, millisecond: 0 }),
    from: '',
  }
}

const checked = (values: Moment) => {
  const moment = momentOf(values)
  if (!moment) return 'Choose a date and a time'
  return moment > new Date() ? 'The time is in the future.' : undefined
}

export const RestartExportDialog = ({ entry, onClose }: RestartExportDialogProps) => {
  const restart = useCall(streamingExports.restart, {
    invalidates: [streamingExports.list],
    quiet: true,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Restart from"
      description={`${kindTexts[entry.kind].since}, what was sent before too.`}
      minWidth={480}
      maxWidth={480}
      initial={initialOf(Date.parse(entry.sentUntil))}
      validate={(values) => ({ from: checked(values) })}
      submit={(values) =>
        restart.mutateAsync({
          params: { id: entry.id },
          body: { from: momentOf(values)!.toISOString() },
        })
      }
      submitLabel="Restart"
      doneToast="Export restarted"
    >
      {(form) => (
        <div className="grid gap-2">
          <MomentFields
            date={form.values.date}
            time={form.values.time}
            onDate={(date) => form.set('date', date)}
            onTime={(time) => form.set('time', time)}
          />
          {form.errors.from && <FieldError>{form.errors.from}</FieldError>}
        </div>
      )}
    </FormDialog>
  )
}
