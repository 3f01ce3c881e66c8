import { addAlertRule } from '@playhead/features/data/alerts/server'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'

type Fields = Parameters<typeof addAlertRule>[3]

const usual: Omit<Fields, 'metric' | 'area' | 'value' | 'group_by'> = {
  name: null,
  close_value: null,
  filters: [],
  groups_max: 20,
  on_no_data: 'keep',
  severity: 'alert',
  channel_ids: null,
  is_enabled: true,
  window_seconds: 600,
  close_after_seconds: 600,
  window_min_views: 0,
}

/** For an audience of some thirty viewers at a time. The brown-out of every fourth day opens the first. */
const rules: readonly Fields[] = [
  {
    ...usual,
    metric: 'current-rebuffering-percentage',
    area: 'above',
    value: 8,
    window_min_views: 4,
    group_by: ['cdn', 'country'],
  },
  {
    ...usual,
    metric: 'playback-failure-percentage',
    area: 'above',
    value: 10,
    window_seconds: 900,
    window_min_views: 20,
    group_by: [],
  },
  {
    ...usual,
    name: 'The audience is gone',
    metric: 'current-concurrent-viewers',
    area: 'below',
    value: 2,
    severity: 'warning',
    close_after_seconds: 120,
    group_by: [],
  },
]

/** As a person would add them; there is no channel, so nothing is sent. */
export const addDemoRules = async (
  organization: Organization,
  environment: Environment,
  author: { actor: Actor; userId: string },
) => {
  for (const rule of rules) await addAlertRule(organization, environment, author, rule)
}
