import type { z } from 'zod'
import { presentNotifications } from '@playhead/features/account/memberships/server'
import type { FeatureValue } from '@playhead/domain/features.ts'
import { isPlanName } from '@playhead/domain/plans.ts'
import { featuresOfOrganization } from '@playhead/server-kit/identity/effective-features.ts'
import type { OperatedOrganization } from '../contract.ts'
import type { OperatedRow } from './operator.sql.ts'

const isFeatureValue = (value: unknown): value is FeatureValue =>
  ['boolean', 'number', 'string'].includes(typeof value)

export const overridesOf = (row: Pick<OperatedRow, 'feature_overrides'>) =>
  Object.fromEntries(
    Object.entries(row.feature_overrides).filter((entry): entry is [string, FeatureValue] =>
      isFeatureValue(entry[1]),
    ),
  )

export const presentOperated = (row: OperatedRow): z.input<typeof OperatedOrganization> => ({
  id: row.id,
  name: row.name,
  plan: isPlanName(row.plan) ? row.plan : 'Custom',
  overrides: overridesOf(row),
  features: featuresOfOrganization(row),
  account_notifications: presentNotifications(row.account_notifications),
  marketplace_type: row.marketplace_type,
  user_count: row.user_count,
  environment_count: row.environment_count,
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
