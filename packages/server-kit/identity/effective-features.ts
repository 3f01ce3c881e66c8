import { type FeatureFlags, isFeatureName, withFeatures } from '@playhead/domain/features.ts'
import { featuresOfPlan, isPlanName } from '@playhead/domain/plans.ts'

export const featuresOfOrganization = (organization: {
  plan: string
  feature_overrides: Record<string, unknown>
}): FeatureFlags =>
  featuresOfPlan(
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
    return Object.fromEntries(Object.entries(value).filter(([name]) => isFeatureName(name)))
  } catch {
    return {}
  }
}

export const effectiveFeatures = (
  organization: { plan: string; feature_overrides: Record<string, unknown> },
  overrides: Record<string, unknown> = {},
) => withFeatures(featuresOfOrganization(organization), overrides)
