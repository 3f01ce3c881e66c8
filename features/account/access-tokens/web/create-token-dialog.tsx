import { environmentTypeLabels } from '@playhead/domain/environment.ts'
import { tokenNameError, tokenPermissionsError } from '@playhead/domain/field-rules.ts'
import type { CalendarDate } from '@playhead/ui/calendar/calendar-date.ts'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import type { ListedEnvironment } from '@playhead/web-kit/session/session.ts'
import { useEnvironment, useFlags, useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { accessTokenLimits, accessTokens } from '../contract.ts'
import { LifetimeField } from './lifetime-field.tsx'
import { type Lifetime, lifetimeError, validUntilOf } from './lifetime.ts'
import { PermissionsField } from './permissions-field.tsx'
import { noPermissions, offeredProducts, scopesOf } from './permissions.ts'
import { TokenSecret } from './token-secret.tsx'

interface CreateTokenDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** The current environment is selected by default. */
const useInitialEnvironment = (environments: readonly ListedEnvironment[]) => {
  const current = useEnvironment()
  return environments.find(({ id }) => id === current?.id) ?? environments[0]
}

const endless: { lifetime: Lifetime; validUntil: CalendarDate | null } = {
  lifetime: 'never',
  validUntil: null,
}

/** Shows the form, then the secret. Only Continue closes it, because the secret is never shown again. ACCT-064 … ACCT-072 */
export const CreateTokenDialog = (props: CreateTokenDialogProps) => {
  const environments = useOrganization()?.properties ?? []
  const initial = useInitialEnvironment(environments)
  const { inAppViewerCounts } = useFlags()
  const create = useCall(accessTokens.create, { invalidates: [accessTokens.list], quiet: true })
  return (
    <FormDialog
      {...props}
      title="Generate new token"
      minWidth={560}
      initial={{
        environmentId: initial?.id ?? '',
        name: initial?.name ?? '',
        permissions: noPermissions,
        ...endless,
      }}
      validate={({ environmentId, name, permissions, lifetime, validUntil }) => ({
        environmentId: environmentId ? undefined : 'Please choose an environment.',
        name: name.trim() ? undefined : tokenNameError,
        permissions: scopesOf(permissions).length > 0 ? undefined : tokenPermissionsError,
        validUntil: lifetimeError({ lifetime, date: validUntil }),
      })}
      submit={({ environmentId, name, permissions, lifetime, validUntil: date }) => {
        const validUntil = validUntilOf({ lifetime, date })
        const accessToken = {
          environmentId,
          name,
          permissions: scopesOf(permissions),
          ...(validUntil && { validUntil }),
        }
        return create.mutateAsync({ body: { accessToken } })
      }}
      submitLabel="Generate token"
      reveal={{
        title: 'Your new access token',
        children: ({ data }, close) => <TokenSecret token={data} onContinue={close} />,
      }}
    >
      {(form) => (
        <>
          <Select
            {...form.field('environmentId')}
            label="Environment"
            placeholder="Select an environment"
            onChange={(environmentId) => {
              form.set('environmentId', environmentId)
              form.set('name', environments.find(({ id }) => id === environmentId)?.name ?? '')
            }}
            options={environments.map(({ id, name, type }) => ({
              value: id,
              label: name,
              description: environmentTypeLabels[type],
            }))}
          />
          <TextField
            {...form.field('name')}
            label="Name"
            autoComplete="off"
            maxLength={accessTokenLimits.nameMax}
          />
          <PermissionsField
            {...form.field('permissions')}
            products={offeredProducts(inAppViewerCounts)}
          />
          <LifetimeField
            lifetime={form.values.lifetime}
            date={form.values.validUntil}
            error={form.errors.validUntil}
            onLifetime={(lifetime) => form.set('lifetime', lifetime)}
            onDate={(date) => form.set('validUntil', date)}
          />
        </>
      )}
    </FormDialog>
  )
}
