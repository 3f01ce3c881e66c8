import type { EnvironmentType } from '@playhead/domain/environment.ts'
import type { FlagValue } from '@playhead/domain/flags.ts'

/** What the dashboard knows about the signed-in person; the session calls return these shapes. */
export interface ListedEnvironment {
  id: string
  name: string
  type: EnvironmentType
  organizationId: string
}

export interface Environment extends ListedEnvironment {
  url: string | null
  status: 'waiting' | 'views_processing' | 'integrated'
  key: string
  createdAt: string
}

export interface AccountNotification {
  type:
    | 'cancellation'
    | 'downgrade'
    | 'read_only'
    | 'trial_expiration'
    | 'volume'
    | 'data_pricing_relaunch'
    | 'view_limit_reached'
    | 'feedback'
    | 'test_video_only'
    | 'invoice_overdue'
    | 'demo_history'
  message?: string | undefined
  id?: string | undefined
}

/** ACCT-009 */
export interface Organization {
  id: string
  name: string
  authenticated: boolean
  /** True: a second factor is missing. */
  secondFactorMissing: boolean
  isAdmin: boolean
  tosRequired: boolean
  marketplaceType: string | null
  accountNotifications: AccountNotification[]
  subscription: { currentPlan: string }
  features: Record<string, FlagValue>
  properties: ListedEnvironment[]
  paymentDetails: unknown
  billingInformation: unknown
}

export interface CurrentUser {
  id: string
  firstName: string
  lastName: string
  email: string
  pendingEmail: string | null
  organizationAdmin: boolean
  oauthLogin: boolean
  /** Staff of the operator. SHELL-061 */
  internal: boolean
}

/** SHELL-046 */
export interface Session {
  token: string
  currentUser: CurrentUser
  featureFlags: Record<string, FlagValue>
  featureOverrides: string[]
  currentEnvironment: Environment | null
  organization: Organization | null
  organizations: Organization[]
  properties: ListedEnvironment[]
  onboarding: boolean
  masquerading: boolean
  readOnly: boolean
  /** A visitor of a public demo, who changes nothing. DEMO-005 */
  visitor: boolean
  build: string
}

/** What a screen may read of the environment it was opened in: the full record arrives a moment later. */
export type OpenEnvironment = ListedEnvironment & Partial<Environment>
