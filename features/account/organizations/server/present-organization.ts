import { z } from 'zod'
import type { FeatureFlags } from '@playhead/domain/features.ts'
import type { EnvironmentRow, OrganizationRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { accountNotificationTypes, type Organization } from '../contract.ts'

const Notification = z.object({
  type: z.enum(accountNotificationTypes),
  message: z.string().optional(),
})

/** Stored notices this build does not know are left out, so that none of them locks a person out. */
export const presentNotifications = (stored: readonly unknown[]) =>
  stored.flatMap((item) => {
    const parsed = Notification.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })

interface Detail {
  /** False: the person has to come through the organization's single sign-on first. */
  isAuthenticated: boolean
  features: FeatureFlags
  /** The environments the person may open. */
  properties: readonly EnvironmentRow[]
}

/** Somebody who still has to sign in at the organization's provider sees its name and no more. */
export const presentOrganization = (
  row: OrganizationRow,
  { isAuthenticated, features, properties }: Detail,
): z.input<typeof Organization> => ({
  id: row.id,
  name: row.name,
  authenticated: isAuthenticated,
  is_admin: row.admin,
  tos_required: row.tos_required,
  marketplace_type: row.marketplace_type,
  account_notifications: isAuthenticated ? presentNotifications(row.account_notifications) : [],
  subscription: { current_plan: row.plan },
  features,
  properties: isAuthenticated
    ? properties.map(({ id, name, type, organization_id }) => ({ id, name, type, organization_id }))
    : [],
  payment_details: null,
  billing_information: null,
})
