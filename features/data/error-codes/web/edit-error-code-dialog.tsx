import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { errorCodeLimits } from '../contract.ts'
import { applyingNote } from './applying-changes.tsx'
import { ErrorCodeFields } from './error-code-fields.tsx'
import { SeenCodeField } from './seen-code-field.tsx'
import {
  type ErrorCodeValues,
  useErrorCodeChanges,
  defaultValues,
} from './use-error-code-changes.ts'

interface EditErrorCodeDialogProps {
  /** Absent for a new rule, for which the dialog asks the code. */
  code?: string
  values?: ErrorCodeValues
  /** Codes that already have a rule. */
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
  const { code, values = defaultValues, taken = [], onClose } = props
  const { save } = useErrorCodeChanges()
  return (
    <FormDialog
      onClose={onClose}
      minWidth={480}
      title={code === undefined ? 'Add an error code' : `Configure ${code}`}
      description={applyingNote}
      initial={{
        code: code ?? '',
        errorSeverity: values.errorSeverity,
        isBusinessException: values.isBusinessException,
      }}
      validate={(given) => ({
        code: code === undefined ? codeError(given.code.trim(), taken) : undefined,
      })}
      submit={({ code: given, ...rest }) => save(given.trim(), rest)}
    >
      {(form) => (
        <>
          {code === undefined && <SeenCodeField {...form.field('code')} taken={taken} />}
          <ErrorCodeFields
            values={form.values}
            onSeverity={(severity) => form.set('errorSeverity', severity)}
            onBusinessException={(isOne) => form.set('isBusinessException', isOne)}
          />
        </>
      )}
    </FormDialog>
  )
}
