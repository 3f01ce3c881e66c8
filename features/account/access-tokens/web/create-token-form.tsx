import { environmentTypeLabels } from '@playhead/domain/environment.ts'
import { tokenNameError, tokenPermissionsError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/button.tsx'
import type { CalendarDate } from '@playhead/ui/calendar-date.ts'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Select } from '@playhead/ui/select.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import type { Property } from '@playhead/web-kit/session.ts'
import { useEnvironment, useFlags, useOrganization } from '@playhead/web-kit/use-session.ts'
import { accessTokenLimits, accessTokens } from '../contract.ts'
import { LifetimeField } from './lifetime-field.tsx'
import { type Lifetime, lifetimeError, validUntilOf } from './lifetime.ts'
import { PermissionsField } from './permissions-field.tsx'
import { noPermissions, offeredProducts, scopesOf } from './permissions.ts'
import type { CreatedToken } from './token-secret.tsx'

interface CreateTokenFormProps {
  onCancel: () => void
  onCreated: (token: CreatedToken) => void
}

/** Where somebody already is they need not choose again. */
const useInitialEnvironment = (environments: readonly Property[]) => {
  const current = useEnvironment()
  return environments.find(({ id }) => id === current?.id) ?? environments[0]
}

const endless: { lifetime: Lifetime; validUntil: CalendarDate | null } = {
  lifetime: 'never',
  validUntil: null,
}

/** ACCT-064 … ACCT-071 */
export const CreateTokenForm = ({ onCancel, onCreated }: CreateTokenFormProps) => {
  const environments = useOrganization()?.properties ?? []
  const initial = useInitialEnvironment(environments)
  const { inAppViewerCounts } = useFlags()
  const create = useCall(accessTokens.create, { invalidates: [accessTokens.list], quiet: true })
  const form = useForm({
    initial: {
      environmentId: initial?.id ?? '',
      name: initial?.name ?? '',
      permissions: noPermissions,
      ...endless,
    },
    validate: ({ environmentId, name, permissions, lifetime, validUntil }) => ({
      environmentId: environmentId ? undefined : 'Please choose an environment.',
      name: name.trim() ? undefined : tokenNameError,
      permissions: scopesOf(permissions).length > 0 ? undefined : tokenPermissionsError,
      validUntil: lifetimeError({ lifetime, date: validUntil }),
    }),
    submit: ({ environmentId, name, permissions, lifetime, validUntil: date }) => {
      const validUntil = validUntilOf({ lifetime, date })
      const accessToken = {
        environmentId,
        name,
        permissions: scopesOf(permissions),
        ...(validUntil && { validUntil }),
      }
      return create.mutateAsync({ body: { accessToken } })
    },
    onDone: ({ data }) => onCreated(data),
  })
  const chooseEnvironment = (environmentId: string) => {
    const name = environments.find(({ id }) => id === environmentId)?.name ?? ''
    form.set('environmentId', environmentId)
    form.set('name', name)
  }
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
        <Select
          {...form.field('environmentId')}
          label="Environment"
          placeholder="Select an environment"
          onChange={chooseEnvironment}
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
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Generate token
          </Button>
        </div>
      </Stack>
    </form>
  )
}
