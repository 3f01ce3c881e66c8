import { organizationNameError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { type CallResponse, call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { invalidate } from '@playhead/web-kit/queries/query.ts'
import { organizationLimits, organizations } from '../../contract.ts'

export type CreatedOrganization = CallResponse<typeof organizations.create>['data']

/** AUTH-028, AUTH-029 */
export const useCreateOrganization = (
  onCreated: (organization: CreatedOrganization) => Promise<void> | void,
) =>
  useForm({
    initial: { name: '' },
    validate: ({ name }) => ({ name: name.trim() === '' ? organizationNameError : undefined }),
    submit: async ({ name }) => {
      const { data } = await call(organizations.create, {
        body: { organization: { name: name.trim() } },
        quiet: true,
      })
      await invalidate(organizations.list)
      await onCreated(data)
    },
  })

interface CreateOrganizationFormProps {
  form: ReturnType<typeof useCreateOrganization>
}

export const CreateOrganizationForm = ({ form }: CreateOrganizationFormProps) => {
  return (
    <form {...form.formProps} className="flex flex-col gap-4" aria-label="Create organization">
      {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
      <TextField
        {...form.field('name')}
        label="Organization name"
        placeholder="Your company"
        size="lg"
        autoComplete="organization"
        maxLength={organizationLimits.nameMax}
        isRequired
        autoFocus
      />
      <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
        Create organization
      </Button>
    </form>
  )
}
