import type { z } from 'zod'
import { staffNoticeTypes } from '@playhead/features/account/memberships/contract'
import { presentNotifications } from '@playhead/features/account/memberships/server'
import type { FlagValue } from '@playhead/domain/flags.ts'
import { isPlanName } from '@playhead/domain/plans.ts'
import { flagsOfOrganization } from '@playhead/server-kit/identity/effective-flags.ts'
import type { OperatedOrganization } from '../contract.ts'
import type { OperatedRow } from './operator.sql.ts'

const isFlagValue = (value: unknown): value is FlagValue =>
  ['boolean', 'number', 'string'].includes(typeof value)

export const overridesOf = (row: Pick<OperatedRow, 'feature_overrides'>) =>
  Object.fromEntries(
    Object.entries(row.feature_overrides).filter((entry): entry is [string, FlagValue] =>
      isFlagValue(entry[1]),
    ),
  )

const staffNotices = new Set<string>(staffNoticeTypes)

type StaffNotice = z.input<typeof OperatedOrganization>['account_notifications'][number]

const isStaffNotice = (notice: { type: string }): notice is StaffNotice =>
  staffNotices.has(notice.type)

export const presentOperated = (row: OperatedRow): z.input<typeof OperatedOrganization> => ({
  id: row.id,
  name: row.name,
  plan: isPlanName(row.plan) ? row.plan : 'Custom',
  overrides: overridesOf(row),
  features: flagsOfOrganization(row),
  account_notifications: presentNotifications(row.account_notifications).filter(isStaffNotice),
  marketplace_type: row.marketplace_type,
  user_count: row.user_count,
  environment_count: row.environment_count,
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
