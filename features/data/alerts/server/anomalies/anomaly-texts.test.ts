import { expect, test } from 'vitest'
import { describeAnomaly } from './anomaly-texts.ts'

test('an anomaly names CDN and country as people do', () => {
  const cohorts = [
    { dimension: 'cdn', value: 'fastly' },
    { dimension: 'country', value: 'DE' },
  ] as const
  expect(describeAnomaly('rebuffer_percentage', cohorts)).toBe(
    'Rebuffering percentage is unusually high: Fastly, Germany',
  )
})
