import { type ChangePart, partsText } from '@playhead/features/data/why/web'
import type { Incident } from './incident-words.ts'

type Named = Pick<Incident, 'breakdowns' | 'description'>

/** The values of an incident: of its group, or those that its anomaly names. */
export const partsOf = ({ breakdowns }: Pick<Incident, 'breakdowns'>): ChangePart[] =>
  breakdowns.map(({ id, value }) => ({ dimension: id, value: value === '' ? null : value }))

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
