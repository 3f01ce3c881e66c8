import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
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
  return (
    <FormDialog
      onClose={onClose}
      title="Single sign-on"
      description="The provider is asked for its configuration before anything is stored."
      initial={ssoValues(connection)}
      validate={(values) => ssoErrors(values, connection !== null)}
      submit={(values) => update.mutateAsync({ body: { ssoConnection: ssoInput(values) } })}
      doneToast="Single sign-on saved"
    >
      {(form) => (
        <>
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
            description="People with an address at this domain sign in through the provider."
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
        </>
      )}
    </FormDialog>
  )
}
