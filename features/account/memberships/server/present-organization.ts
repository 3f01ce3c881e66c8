import { z } from 'zod'
import type { Flags } from '@playhead/domain/flags.ts'
import type { EnvironmentRow, OrganizationRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { accountNotificationTypes, type Organization } from '../contract.ts'

const Notification = z.object({
  type: z.enum(accountNotificationTypes),
  message: z.string().optional(),
  id: z.string().optional(),
})

/** Stored notices that this build does not know are left out, so that none of them locks a person out. */
export const presentNotifications = (stored: readonly unknown[]) =>
  stored.flatMap((item) => {
    const parsed = Notification.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })

interface Detail {
  /** What the person has to prove before the organization opens; nothing when it is open. */
  closedBy: 'sso' | 'second_factor' | undefined
  flags: Flags
  /** The environments the person may open. */
  environments: readonly EnvironmentRow[]
}

/** A person who still has to prove something sees only the name. */
export const presentOrganization = (
  row: OrganizationRow,
  { closedBy, flags, environments }: Detail,
): z.input<typeof Organization> => ({
  id: row.id,
  name: row.name,
  authenticated: !closedBy,
  second_factor_missing: closedBy === 'second_factor',
  is_admin: row.admin,
  tos_required: row.tos_required,
  marketplace_type: row.marketplace_type,
  account_notifications: !closedBy ? presentNotifications(row.account_notifications) : [],
  subscription: { current_plan: row.plan },
  features: flags,
  properties: closedBy
    ? []
    : environments.map(({ id, name, type, organization_id }) => ({
        id,
        name,
        type,
        organization_id,
      })),
  payment_details: null,
  billing_information: null,
})
