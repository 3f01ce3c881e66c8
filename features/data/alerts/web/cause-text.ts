import { type ChangePart, partsText } from '@playhead/features/data/why/web'
import type { Incident } from './incident-words.ts'

type Named = Pick<Incident, 'breakdowns' | 'description'>

/** The values of an incident: of its group, or those that its anomaly names. */
export const partsOf = ({ breakdowns }: Pick<Incident, 'breakdowns'>): ChangePart[] =>
  breakdowns.map(({ id, value }) => ({ dimension: id, value: value === '' ? null : value }))

/** With what those affected had in common as it opened. */
export const causePartsOf = (incident: Pick<Incident, 'breakdowns' | 'causes'>): ChangePart[] => {
  const parts = partsOf(incident)
  const others = incident.causes.filter(
    ({ id, value }) => !parts.some((one) => one.dimension === id && one.value === value),
  )
  return [...parts, ...others.map(({ id, value }) => ({ dimension: id, value }))]
}

/** People know an error by its code, which only the description of its incident has. */
export const errorNameOf = ({ description }: Pick<Named, 'description'>) =>
  /: (?:.+, )?error ([^,]+)/.exec(description)?.[1]

/** `error networkError, fastly in Germany` */
export const causeText = (incident: Named, parts: readonly ChangePart[] = partsOf(incident)) => {
  const error = parts.find(({ dimension }) => dimension === 'error_type_id')
  const others = parts.filter((part) => part !== error)
  return [error && `error ${errorNameOf(incident) ?? error.value}`, partsText(others)]
    .filter(Boolean)
    .join(', ')
}
