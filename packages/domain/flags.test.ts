import { expect, test } from 'vitest'
import { flagNames, withFlags } from './flags.ts'
import { flagsOfPlan } from './plans.ts'
import { grants } from './scopes.ts'

test('METR-047 SHELL-058 the feature flags are these', () => {
  expect(flagNames.toSorted()).toEqual(
    [
      'realtime',
      'customDashboards',
      'video',
      'streamingExportsViewstream',
      'streamingExportsLivehealthstream',
      'freeVodEncodingEnabled',
      'alertingV2',
      'metricFiltersEnabled',
      'liveStreamHealth',
      'historicalMetrics',
      'maxFilters',
      'retentionDays',
      'environmentLimit',
      '4KBilling',
      'defaultVideoQualityVod',
      'premiumQualityRolloutEnabled',
      'testVideoOnly',
      'dataViewLimit',
      'maxUsers',
      'inAppViewerCounts',
      'customDimensions',
      'debugDimensions',
    ].toSorted(),
  )
})

test('an override counts only for a known flag and with the type of its default', () => {
  const plan = flagsOfPlan('Custom')
  const changed = withFlags(plan, { realtime: 'yes', maxUsers: 3, nonsense: true })
  expect(changed).toEqual({ ...plan, maxUsers: 3 })
})

test('BILL-017 plans without more have the default limits; what the operator sets wins', () => {
  expect(flagsOfPlan('Starter')).toMatchObject({
    dataViewLimit: 0,
    maxFilters: 2,
    maxUsers: -1,
    retentionDays: 35,
  })
  expect(flagsOfPlan('Starter', { maxFilters: 9 }).maxFilters).toBe(9)
})

test('ACCT-066 writing includes reading, reading does not include writing', () => {
  expect(grants(['video:write'], 'video:read')).toBe(true)
  expect(grants(['video:read'], 'video:write')).toBe(false)
  expect(grants(['video:write'], 'data:read')).toBe(false)
})
