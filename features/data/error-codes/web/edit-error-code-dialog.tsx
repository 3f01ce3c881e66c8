import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { errorCodeLimits } from '../contract.ts'
import { applyingNote } from './applying-changes.tsx'
import { ErrorCodeFields } from './error-code-fields.tsx'
import { SeenCodeField } from './seen-code-field.tsx'
import { type ErrorCodeValues, useErrorCodeChanges, usualValues } from './use-error-code-changes.ts'

interface EditErrorCodeDialogProps {
  /** Absent for a new one, whose code is asked for. */
  code?: string
  values?: ErrorCodeValues
  /** Codes that cannot be added once more. */
  taken?: readonly string[]
  onClose: () => void
}

const codeError = (code: string, taken: readonly string[]) => {
  if (code === '') return 'Error code is required'
  if (code.length > errorCodeLimits.codeMax)
    return `An error code has at most ${errorCodeLimits.codeMax} characters`
  return taken.includes(code) ? 'This error code is configured already' : undefined
}

/** ACCT-080, VIEW-021 */
export const EditErrorCodeDialog = (props: EditErrorCodeDialogProps) => {
  const { code, values = usualValues, taken = [], onClose } = props
  const { save } = useErrorCodeChanges()
  const form = useForm({
    initial: {
      code: code ?? '',
      errorSeverity: values.errorSeverity,
      isBusinessException: values.isBusinessException,
    },
    validate: (given) => ({
      code: code === undefined ? codeError(given.code.trim(), taken) : undefined,
    }),
    submit: ({ code: given, ...rest }) => save(given.trim(), rest),
    onDone: onClose,
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      minWidth={480}
      title={code === undefined ? 'Add an error code' : `Configure ${code}`}
      description={applyingNote}
    >
      <form {...form.formProps}>
        <Stack gap={3}>
          {code === undefined && <SeenCodeField {...form.field('code')} taken={taken} />}
          <ErrorCodeFields
            values={form.values}
            onSeverity={(severity) => form.set('errorSeverity', severity)}
            onBusinessException={(isOne) => form.set('isBusinessException', isOne)}
          />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div className="flex justify-end gap-2 pt-1">
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
