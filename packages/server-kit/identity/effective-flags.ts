import { type Flags, isFlagName, withFlags } from '@playhead/domain/flags.ts'
import { flagsOfPlan, isPlanName } from '@playhead/domain/plans.ts'

export const flagsOfOrganization = (organization: {
  plan: string
  feature_overrides: Record<string, unknown>
}): Flags =>
  flagsOfPlan(
    isPlanName(organization.plan) ? organization.plan : 'Custom',
    organization.feature_overrides,
  )

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
  organization: { plan: string; feature_overrides: Record<string, unknown> },
  overrides: Record<string, unknown> = {},
) => withFlags(flagsOfOrganization(organization), overrides)
