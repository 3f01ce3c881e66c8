import { organizationNameError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import type { Organization } from '@playhead/web-kit/session/session.ts'
import { organizationLimits, organizations } from '../contract.ts'

/** ACCT-011, ACCT-012 */
export const OrganizationNameForm = ({ organization }: { organization: Organization }) => {
  const update = useCall(organizations.update, {
    invalidates: [organizations.listChanges],
    quiet: true,
  })
  const form = useForm({
    initial: { name: organization.name },
    validate: ({ name }) => ({ name: name.trim() ? undefined : organizationNameError }),
    submit: ({ name }) => update.mutateAsync({ body: { organization: { name: name.trim() } } }),
    onDone: ({ data }) => {
      form.reset({ name: data.name })
      toasts.show({ type: 'success', title: 'Organization updated' })
      void reloadSession()
    },
  })
  return (
    <Card title="Organization">
      <form {...form.formProps} className="max-w-sm">
        <Stack gap={3}>
          <TextField
            {...form.field('name')}
            label="Organization name"
            autoComplete="organization"
            maxLength={organizationLimits.nameMax}
          />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div>
            <Button type="submit" isLoading={form.isSubmitting}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
