/** Feature flags and plan limits of an organization. SHELL-058; inAppViewerCounts: ACCT-067; dimensions: METR-047 */
export const featureDefaults = {
  realtime: true,
  customDashboards: true,
  video: true,
  streamingExportsViewstream: false,
  streamingExportsLivehealthstream: false,
  freeVodEncodingEnabled: true,
  alertingV2: true,
  metricFiltersEnabled: true,
  liveStreamHealth: true,
  historicalMetrics: true,
  '4KBilling': false,
  defaultVideoQualityVod: 'plus',
  premiumQualityRolloutEnabled: true,
  testVideoOnly: false,
  inAppViewerCounts: true,
  customDimensions: true,
  debugDimensions: false,
  maxFilters: 10,
  retentionDays: 100,
  environmentLimit: -1,
  dataViewLimit: 0,
  maxUsers: -1,
} satisfies Record<string, boolean | number | string>

export type FeatureName = keyof typeof featureDefaults
type Widened<T> = T extends boolean ? boolean : T extends number ? number : string
export type FeatureFlags = { [K in FeatureName]: Widened<(typeof featureDefaults)[K]> }
export type FeatureValue = boolean | number | string

export const featureNames = Object.keys(featureDefaults) as FeatureName[]

export const isFeatureName = (name: string): name is FeatureName =>
  Object.hasOwn(featureDefaults, name)

export const videoQualities = ['basic', 'plus', 'premium'] as const

/** What an organization may choose itself; only the operator sets the other features. ACCT-016, ACCT-082 */
export const selfServiceFeatures: Partial<Record<FeatureName, readonly FeatureValue[]>> = {
  defaultVideoQualityVod: videoQualities,
}

/** A stored or overridden value counts only if it has the type of the default. */
export const withFeatures = (
  base: FeatureFlags,
  changes: Record<string, unknown>,
): FeatureFlags => {
  const result: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(changes))
    if (isFeatureName(name) && typeof value === typeof featureDefaults[name]) result[name] = value
  return result as FeatureFlags
}
