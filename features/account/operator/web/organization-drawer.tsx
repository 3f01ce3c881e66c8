import { useId } from 'react'
import type { CamelInput } from '@playhead/contract-kit/case-seam.ts'
import { planNames } from '@playhead/domain/plans.ts'
import { formatFullDate } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { operator } from '../contract.ts'
import { NoticesField } from './notices-field.tsx'
import { OverridesField } from './overrides-field.tsx'
import type { OperatedOrganization } from './use-organization-list.ts'

const planOptions = planNames.map((plan) => ({ value: plan, label: plan }))

type Changes = CamelInput<typeof operator.updateOrganization.body>['organization']

const valuesOf = (organization: OperatedOrganization) => ({
  plan: organization.plan,
  overrides: organization.overrides,
  accountNotifications: organization.accountNotifications,
  marketplaceType: organization.marketplaceType ?? '',
  cancelled: Boolean(organization.cancelledAt),
})

interface OrganizationDrawerProps {
  organization: OperatedOrganization
  onClose: () => void
}

export const OrganizationDrawer = ({ organization, onClose }: OrganizationDrawerProps) => {
  const update = useCall(operator.updateOrganization, {
    invalidates: [operator.listOrganizations],
    quiet: true,
  })
  const formId = useId()
  const form = useForm({
    initial: valuesOf(organization),
    submit: ({ marketplaceType, cancelled, ...values }) => {
      const changes: Changes = {
        ...values,
        marketplaceType: marketplaceType.trim() || null,
        ...(organization.cancelledAt && { cancelled }),
      }
      return update.mutateAsync({
        params: { id: organization.id },
        body: { organization: changes },
      })
    },
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'Organization updated' })
    },
  })
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={organization.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isLoading={form.isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={formId}>
        <Stack gap={4}>
          <Select {...form.field('plan')} label="Plan" options={planOptions} />
          <TextField
            {...form.field('marketplaceType')}
            label="Marketplace"
            description="Which marketplace manages this organization. Empty: none."
            autoComplete="off"
          />
          {organization.cancelledAt && (
            <Checkbox
              isChecked={form.values.cancelled}
              onChange={(cancelled) => form.set('cancelled', cancelled)}
              description={`Since ${formatFullDate(organization.cancelledAt)}. Without it the organization works again.`}
            >
              Cancelled
            </Checkbox>
          )}
          <NoticesField {...form.field('accountNotifications')} />
          <OverridesField {...form.field('overrides')} plan={form.values.plan} />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        </Stack>
      </form>
    </Drawer>
  )
}
