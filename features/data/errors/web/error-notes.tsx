import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { MultiLineInput } from '@playhead/ui/fields/multi-line-input.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsReadOnly } from '@playhead/web-kit/session/read-only.ts'
import { errorLimits, errors } from '../contract.ts'

interface ErrorNotesProps {
  id: string
  notes: string | null
}

const NotesForm = ({ id, notes }: ErrorNotesProps) => {
  const update = useCall(errors.update, {
    invalidates: [errors.list, errors.retrieve],
    quiet: true,
  })
  const form = useForm({
    initial: { notes: notes ?? '' },
    submit: (values) =>
      update.mutateAsync({ params: { id }, body: { notes: values.notes.trim() || null } }),
    onDone: () => toasts.show({ type: 'success', title: 'Notes saved' }),
  })
  const isChanged = form.values.notes !== (notes ?? '')
  return (
    <form {...form.formProps}>
      <Stack gap={2}>
        <MultiLineInput
          {...form.field('notes')}
          label="Notes"
          isLabelHidden
          rows={4}
          maxLength={errorLimits.notesMax}
          placeholder="What is known about this error, and what helps."
        />
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2">
          {isChanged && (
            <Button kind="ghost" size="sm" onClick={() => form.reset({ notes: notes ?? '' })}>
              Discard
            </Button>
          )}
          <Button size="sm" type="submit" isLoading={form.isSubmitting} disabled={!isChanged}>
            Save notes
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Every member with access to the environment may write notes, except in a read-only session. */
export const ErrorNotes = ({ id, notes }: ErrorNotesProps) => {
  const isReadOnly = useIsReadOnly()
  return (
    <Card title="Notes" description="For everyone who looks into this error.">
      {isReadOnly ? (
        <Stack gap={2}>
          <p className="break-words whitespace-pre-wrap">{notes ?? 'No notes so far.'}</p>
          <p className="text-sm text-ink-3">
            Notes cannot be changed while everything is read-only.
          </p>
        </Stack>
      ) : (
        <NotesForm key={id} id={id} notes={notes} />
      )}
    </Card>
  )
}
