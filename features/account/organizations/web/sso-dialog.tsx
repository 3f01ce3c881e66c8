import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import { Button } from '@playhead/ui/button.tsx'
import { Checkbox } from '@playhead/ui/checkbox.tsx'
import { CopyControl } from '@playhead/ui/copy-control.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { PasswordField } from '@playhead/ui/password-field.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { organizations, type SsoConnection as SsoConnectionSchema } from '../contract.ts'
import { ssoErrors, ssoInput, ssoValues } from './sso-values.ts'

export type SsoConnection = CamelOutput<typeof SsoConnectionSchema>

interface SsoDialogProps {
  connection: SsoConnection | null
  onClose: () => void
}

export const SsoDialog = ({ connection, onClose }: SsoDialogProps) => {
  const update = useCall(organizations.updateSso, {
    invalidates: [organizations.retrieveSso, organizations.listChanges],
    quiet: true,
  })
  const form = useForm({
    initial: ssoValues(connection),
    validate: (values) => ssoErrors(values, connection !== null),
    submit: (values) => update.mutateAsync({ body: { ssoConnection: ssoInput(values) } }),
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'Single sign-on saved' })
    },
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Single sign-on"
      description="The provider is asked for its configuration before anything is stored."
    >
      <form {...form.formProps}>
        <Stack gap={3}>
          <div className="flex flex-wrap items-center gap-x-3 text-sm">
            <span className="text-ink-3">Redirect address for your provider</span>
            <CopyControl value={`${location.origin}/login/sso`} label="Copy the redirect address" />
          </div>
          <TextField
            {...form.field('issuer')}
            label="Issuer"
            type="url"
            placeholder="https://"
            autoComplete="off"
          />
          <TextField {...form.field('clientId')} label="Client id" autoComplete="off" isMono />
          <PasswordField
            {...form.field('clientSecret')}
            label="Client secret"
            autoComplete="off"
            description={connection ? 'Leave it empty to keep the stored one.' : undefined}
          />
          <TextField
            {...form.field('emailDomains')}
            label="Email domains"
            placeholder="example.com, example.org"
            description="Whoever has an address there is sent to the provider."
            autoComplete="off"
          />
          <Checkbox
            isChecked={form.values.required}
            onChange={(required) => form.set('required', required)}
            error={form.errors.required}
            description="Passwords and other providers no longer open this organization."
          >
            Required
          </Checkbox>
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
