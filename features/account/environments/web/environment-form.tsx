import {
  environmentTypeLabels,
  environmentTypes,
  type EnvironmentType,
} from '@playhead/domain/environment.ts'
import { urlError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Select } from '@playhead/ui/select.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { environmentLimits } from '../contract.ts'

export interface EnvironmentValues {
  name: string
  type: EnvironmentType
  url: string
}

export interface EnvironmentInput {
  name: string
  type: EnvironmentType
  url: string | null
}

interface EnvironmentFormProps {
  initial: EnvironmentValues
  submitLabel: string
  submit: (environment: EnvironmentInput) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

const typeOptions = environmentTypes.map((type) => ({
  value: type,
  label: environmentTypeLabels[type],
}))

/** Leaving it without saving forgets what was typed. ACCT-041 */
export const EnvironmentForm = (props: EnvironmentFormProps) => {
  const form = useForm({
    initial: props.initial,
    validate: ({ name, url }) => ({
      name: name.trim() ? undefined : 'Environment name is required',
      url: url.trim() ? urlError(url.trim()) : undefined,
    }),
    submit: ({ name, type, url }) =>
      props.submit({ name: name.trim(), type, url: url.trim() || null }),
    onDone: props.onDone,
  })
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
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
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={props.onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            {props.submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
