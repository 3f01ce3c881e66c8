import { addSilence } from '@playhead/features/data/notifications/server'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** 1 January 1970 was a Thursday. */
const firstTuesdayMs = 5 * dayMs

/** An hour of each Tuesday night, from the next one on. */
export const addDemoSilence = (
  organization: Organization,
  environment: Environment,
  author: { actor: Actor; userId: string; now: Date },
  ruleId: string,
) => {
  const weeks = Math.ceil((author.now.getTime() - firstTuesdayMs) / weekMs)
  const startsAt = firstTuesdayMs + weeks * weekMs + 3 * hourMs
  return addSilence(organization, environment, author, {
    note: 'Releases of the TV app',
    starts_at: new Date(startsAt),
    ends_at: new Date(startsAt + hourMs),
    repeats: 'weekly',
    time_zone: 'Europe/Berlin',
    rule_ids: [ruleId],
    matches: [],
  })
}
