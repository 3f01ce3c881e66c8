import { useId, useState } from 'react'
import { Button } from '@playhead/ui/button.tsx'
import {
  type CalendarDate,
  fromAbsolute,
  type Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@playhead/ui/calendar-date.ts'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { MultiLineInput } from '@playhead/ui/multi-line-input.tsx'
import { annotationLimits } from '../contract.ts'
import { MomentFields } from './moment-fields.tsx'
import { useCreateAnnotation, useUpdateAnnotation } from './save-annotation.ts'
import { SubPropertyField } from './sub-property-field.tsx'
import type { NotedMoment } from './use-annotations.ts'

export interface AnnotationDialogProps {
  isOpen: boolean
  onClose: () => void
  /** METR-091: with an id it is edited, else added. */
  annotation: Omit<NotedMoment, 'id'> & { id?: string }
}

/** METR-092 */
const width = 460

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const secondOf = (date: CalendarDate, time: Time) =>
  Math.floor(toZoned(toCalendarDateTime(date, time), timeZone()).toDate().getTime() / 1_000)

const AnnotationForm = ({ annotation, onClose }: Omit<AnnotationDialogProps, 'isOpen'>) => {
  const formId = useId()
  const moment = fromAbsolute(annotation.time, timeZone())
  const [note, setNote] = useState(annotation.note)
  const [date, setDate] = useState<CalendarDate | null>(toCalendarDate(moment))
  const [time, setTime] = useState<Time | null>(toTime(moment))
  const [subPropertyId, setSubPropertyId] = useState(annotation.subPropertyId)
  const create = useCreateAnnotation(onClose)
  const update = useUpdateAnnotation(onClose)
  const isSaving = create.isPending || update.isPending

  // METR-094
  const isComplete = note.trim() !== '' && date !== null && time !== null
  const save = () => {
    if (!isComplete || isSaving) return
    const body = { note, date: secondOf(date, time), subPropertyId }
    if (annotation.id === undefined) create.mutate({ body })
    else update.mutate({ params: { id: annotation.id }, body })
  }
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap={3}>
        <MultiLineInput
          label="Note"
          value={note}
          onChange={setNote}
          maxLength={annotationLimits.noteMax}
          isRequired
          autoFocus
        />
        <MomentFields date={date} time={time} onDate={setDate} onTime={setTime} />
        <SubPropertyField value={subPropertyId} onChange={setSubPropertyId} />
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={!isComplete} isLoading={isSaving}>
            Save
          </Button>
        </div>
      </Stack>
    </form>
  )
}

export const AnnotationDialog = ({ isOpen, onClose, annotation }: AnnotationDialogProps) => (
  <Modal
    isOpen={isOpen}
    onClose={onClose}
    title={annotation.id === undefined ? 'Add annotation' : 'Edit annotation'}
    minWidth={width}
    maxWidth={width}
  >
    <AnnotationForm annotation={annotation} onClose={onClose} />
  </Modal>
)
