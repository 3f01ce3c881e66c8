import { useState } from 'react'
import {
  type CalendarDate,
  fromAbsolute,
  type Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@playhead/ui/calendar/calendar-date.ts'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { MultiLineInput } from '@playhead/ui/fields/multi-line-input.tsx'
import { annotationLimits } from '../contract.ts'
import { MomentFields } from './moment-fields.tsx'
import { useCreateAnnotation, useUpdateAnnotation } from './save-annotation.ts'
import { SubPropertyField } from './sub-property-field.tsx'
import type { NotedMoment } from './use-annotations.ts'

interface AnnotationDialogProps {
  isOpen: boolean
  onClose: () => void
  /** METR-091: with an id the note is edited, without one it is added. */
  annotation: Omit<NotedMoment, 'id'> & { id?: string }
}

/** METR-092 */
const width = 460

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const secondOf = (date: CalendarDate, time: Time) =>
  Math.floor(toZoned(toCalendarDateTime(date, time), timeZone()).toDate().getTime() / 1_000)

const AnnotationForm = ({ annotation, onClose }: Omit<AnnotationDialogProps, 'isOpen'>) => {
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
    <DialogForm
      form={{
        formProps: {
          onSubmit: (event) => {
            event.preventDefault()
            save()
          },
        },
        isSubmitting: isSaving,
      }}
      onCancel={onClose}
      isSubmitDisabled={!isComplete}
    >
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
    </DialogForm>
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
