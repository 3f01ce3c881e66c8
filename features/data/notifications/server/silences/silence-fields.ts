import { invalidField } from '@playhead/contract-kit/errors.ts'
import { isTimeZone } from '@playhead/domain/time-zone.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { silenceLimits, type silences } from '../../contract.ts'
import { requireKnownDimensions } from '../require-known-dimensions.ts'
import { isLongerThanPeriod } from './is-silent-at.ts'
import { countRulesOf, type SilenceFields } from './silences.sql.ts'

type Body = Parameters<Handlers<typeof silences>['createSilence']>[0]['body']['silence']
type Part = Parameters<Handlers<typeof silences>['updateSilence']>[0]['body']['silence']

const dayMs = 86_400_000

export const silenceFields = (body: Body): SilenceFields => ({
  ...body,
  starts_at: new Date(body.starts_at),
  ends_at: new Date(body.ends_at),
})

const given = <Value>(value: Value | undefined, otherwise: Value) =>
  value === undefined ? otherwise : value

/** What is left out stays. */
export const changedSilence = (current: SilenceFields, part: Part): SilenceFields => ({
  note: given(part.note, current.note),
  starts_at: part.starts_at === undefined ? current.starts_at : new Date(part.starts_at),
  ends_at: part.ends_at === undefined ? current.ends_at : new Date(part.ends_at),
  repeats: given(part.repeats, current.repeats),
  time_zone: given(part.time_zone, current.time_zone),
  rule_ids: given(part.rule_ids, current.rule_ids),
  matches: given(part.matches, current.matches),
})

const checkTimes = (silence: SilenceFields) => {
  const lastsMs = silence.ends_at.getTime() - silence.starts_at.getTime()
  if (lastsMs <= 0) throw invalidField('ends_at', 'A silence must end after it starts.')
  if (lastsMs > silenceLimits.daysMax * dayMs)
    throw invalidField('ends_at', `A silence can last at most ${silenceLimits.daysMax} days.`)
  if (isLongerThanPeriod(silence))
    throw invalidField('ends_at', 'A silence must end before it repeats.')
  if (silence.time_zone !== null && !isTimeZone(silence.time_zone))
    throw invalidField('time_zone', 'This time zone is unknown.')
  if (silence.repeats !== null && silence.time_zone === null)
    throw invalidField('time_zone', 'A silence that repeats needs a time zone.')
}

/** One that is over is kept and may be changed, but a new one that is over already is a mistake in a date. */
export const refuseEnded = ({ ends_at: end, repeats }: SilenceFields, now: Date) => {
  if (repeats === null && end <= now)
    throw invalidField('ends_at', 'A silence must end in the future.')
}

/** What the schema cannot say. Call it in the transaction that writes the silence. */
export const checkSilence = async (tenant: Environment, silence: SilenceFields) => {
  checkTimes(silence)
  requireKnownDimensions(silence.matches, 'matches')
  if (silence.rule_ids === null) return
  const distinct = [...new Set(silence.rule_ids)]
  if ((await countRulesOf(tenant, distinct)) < distinct.length)
    throw invalidField('rule_ids', 'There is no such alert rule.')
}
