import { addAlertRule } from '@playhead/features/data/alerts/server'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'

type Fields = Parameters<typeof addAlertRule>[3]
type Filter = Fields['filters'][number]

const usual: Omit<Fields, 'name' | 'metric' | 'area' | 'value'> = {
  close_value: null,
  filters: [],
  group_by: [],
  groups_max: 20,
  on_no_data: 'keep',
  severity: 'alert',
  channel_ids: null,
  is_enabled: true,
  window_seconds: 600,
  close_after_seconds: 600,
  window_min_views: 2,
}

const only = (dimension: Filter['dimension'], value: string): Filter => ({
  dimension,
  value,
  display_value: value,
  exclude: false,
})

/** TVs of this audience never get that much, so a fresh demo has an open incident within a quarter of an hour. */
const pictureOnTvs: Fields = {
  ...usual,
  name: 'Picture on TVs',
  metric: 'current-average-bitrate',
  area: 'below',
  value: 4.5,
  filters: [only('player_name', 'Northlight TV')],
  severity: 'warning',
}

/** For some thirty viewers at a time: the values are those that find what the simulated world has planted. */
const rules: readonly Fields[] = [
  // A brown-out every fourth evening: fastly is slow in Germany.
  {
    ...usual,
    name: 'Rebuffering of a CDN in a country',
    metric: 'current-rebuffering-percentage',
    area: 'above',
    value: 6,
    window_seconds: 1_800,
    group_by: ['cdn', 'country'],
  },
  // The origin fails every thirteenth evening. The share is of those who watch in each step of five seconds.
  {
    ...usual,
    name: null,
    metric: 'playback-failure-percentage',
    area: 'above',
    value: 0.3,
    window_seconds: 900,
    window_min_views: 20,
  },
  {
    ...usual,
    name: 'The audience is gone',
    metric: 'current-concurrent-viewers',
    area: 'below',
    value: 2,
    severity: 'warning',
    close_after_seconds: 120,
    window_min_views: 0,
  },
]

/** As a person would add them. Returns the rule that always has an incident. */
export const addDemoRules = async (
  organization: Organization,
  environment: Environment,
  author: { actor: Actor; userId: string },
) => {
  for (const rule of rules) await addAlertRule(organization, environment, author, rule)
  return addAlertRule(organization, environment, author, pictureOnTvs)
}
