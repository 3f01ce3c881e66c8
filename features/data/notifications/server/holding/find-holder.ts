import type { Database } from '@playhead/postgres/client.ts'
import { findRejectingRule } from '../rules/notification-rules.sql.ts'
import { isSilentAt } from '../silences/is-silent-at.ts'
import { type HoldingSilence, listBegunSilences } from '../silences/silences.sql.ts'
import type { HeldIncident } from './held-incidents.sql.ts'

interface Holder {
  id: string
  kind: 'silence' | 'rule'
}

const isMeant = (
  { rule_ids: ruleIds, matches }: HoldingSilence,
  { rule_id: ruleId, breakdowns }: HeldIncident,
) => {
  const isOfRule = ruleIds === null || (ruleId !== null && ruleIds.includes(ruleId))
  const has = (name: string, value: string) =>
    breakdowns.some((one) => one.name === name && one.value === value)
  return isOfRule && matches.every(({ name, value }) => has(name, value))
}

/** What holds notifications of an incident back at a moment: a silence, or else a rule that rejects its values. */
export const findHolder = async (
  postgres: Database,
  incident: HeldIncident,
  at: Date,
): Promise<Holder | undefined> => {
  const begun = await listBegunSilences(postgres, incident.environment_id, at)
  const silence = begun.find((one) => isSilentAt(one, at) && isMeant(one, incident))
  if (silence) return { id: silence.id, kind: 'silence' }
  const id = await findRejectingRule(postgres, incident.environment_id, incident.breakdowns)
  return id === undefined ? undefined : { id, kind: 'rule' }
}
