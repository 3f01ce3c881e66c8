import { flagDefaults, type Flags, isFlagName, withFlags } from '@playhead/domain/flags.ts'
import { flagsOfPlan, isPlanName } from '@playhead/domain/plans.ts'

interface Planned {
  plan: string
  /** Of the version of the plan; null without a subscription. */
  plan_flags: Record<string, unknown> | null
  feature_overrides: Record<string, unknown>
}

export const flagsOfOrganization = ({
  plan,
  plan_flags: planFlags,
  feature_overrides: overrides,
}: Planned): Flags =>
  planFlags === null
    ? flagsOfPlan(isPlanName(plan) ? plan : 'Custom', overrides)
    : withFlags(withFlags(flagDefaults, planFlags), overrides)

/** Overrides from a cookie; they apply to staff only, whichever client sends it. SHELL-060 */
export const overridesOfCookie = (
  cookie: string | undefined,
  isStaff: boolean,
): Record<string, unknown> => {
  if (!cookie || !isStaff) return {}
  try {
    const value: unknown = JSON.parse(cookie)
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([name]) => isFlagName(name)))
  } catch {
    return {}
  }
}

export const effectiveFlags = (
  organization: Planned,
  overrides: Record<string, unknown> = {},
): Flags => withFlags(flagsOfOrganization(organization), overrides)
