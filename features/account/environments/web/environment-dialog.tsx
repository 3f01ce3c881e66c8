import {
  environmentTypeLabels,
  environmentTypes,
  type EnvironmentType,
} from '@playhead/domain/environment.ts'
import { urlError } from '@playhead/domain/field-rules.ts'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { environmentLimits } from '../contract.ts'

export interface EnvironmentValues {
  name: string
  type: EnvironmentType
  url: string
}

interface EnvironmentInput {
  name: string
  type: EnvironmentType
  url: string | null
}

interface EnvironmentDialogProps {
  isOpen?: boolean
  onClose: () => void
  title: string
  initial: EnvironmentValues
  submitLabel: string
  submit: (environment: EnvironmentInput) => Promise<unknown>
  doneToast: string
}

const typeOptions = environmentTypes.map((type) => ({
  value: type,
  label: environmentTypeLabels[type],
}))

/** Closing the dialog without saving discards what was typed. ACCT-041 */
export const EnvironmentDialog = ({ submit, ...props }: EnvironmentDialogProps) => (
  <FormDialog
    {...props}
    validate={({ name, url }) => ({
      name: name.trim() ? undefined : 'Environment name is required',
      url: url.trim() ? urlError(url.trim()) : undefined,
    })}
    submit={({ name, type, url }) => submit({ name: name.trim(), type, url: url.trim() || null })}
    onDone={() => void reloadSession()}
  >
    {(form) => (
      <>
        <TextField
          {...form.field('name')}
          label="Name"
          autoComplete="off"
          autoFocus
          maxLength={environmentLimits.nameMax}
        />
        <Select {...form.field('type')} label="Type" options={typeOptions} />
        <TextField
          {...form.field('url')}
          label="URL"
          type="url"
          placeholder="https://"
          description="Where its videos are watched. Optional."
          autoComplete="off"
        />
      </>
    )}
  </FormDialog>
)
