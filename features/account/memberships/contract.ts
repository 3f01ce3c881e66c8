import { z } from 'zod/mini'
import { environmentTypes } from '@playhead/domain/environment.ts'

/** An environment as the switcher shows it; the full one is in ACCT-036. */
export const ListedEnvironment = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(environmentTypes),
  organization_id: z.uuid(),
})

/** Notices that staff may set by hand. */
export const staffNoticeTypes = [
  'cancellation',
  'downgrade',
  'read_only',
  'trial_expiration',
  'volume',
  'data_pricing_relaunch',
  'view_limit_reached',
  'feedback',
  'test_video_only',
] as const

/** The last two are the server's own: they follow the state of the invoices and of the demo's history. */
export const accountNotificationTypes = [
  ...staffNoticeTypes,
  'invoice_overdue',
  'demo_history',
] as const

/** ACCT-009 */
export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  /** False: this person must first sign in through the organization's single sign-on, or set up a second factor. */
  authenticated: z.boolean(),
  /** True: a second factor is missing. */
  second_factor_missing: z.boolean(),
  is_admin: z.boolean(),
  tos_required: z.boolean(),
  marketplace_type: z.nullable(z.string()),
  account_notifications: z.array(
    z.object({
      type: z.enum(accountNotificationTypes),
      message: z.optional(z.string()),
      /** A notice with another id shows although an earlier one of its type was dismissed. */
      id: z.optional(z.string()),
    }),
  ),
  subscription: z.object({ current_plan: z.string() }),
  /** Feature values by flag name. */
  features: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
  properties: z.array(ListedEnvironment),
  payment_details: z.nullable(z.unknown()),
  billing_information: z.nullable(z.unknown()),
})
