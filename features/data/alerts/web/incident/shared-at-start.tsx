import { formatPercent } from '@playhead/domain/format.ts'
import { causeCounts } from '@playhead/features/data/incidents/contract'
import type { Incident } from '../incident-words.ts'
import { dimensionTitle, dimensionValueText } from '../rule-words.ts'

const percent = (share: number) => formatPercent(share * 100, 0)

const Named = ({ cause: { id, value } }: { cause: Incident['causes'][number] }) => (
  <strong className="font-medium">
    {dimensionTitle(id)} {dimensionValueText(id, value)}
  </strong>
)

/** The rule looked at all who watched as the incident opened; the finished views below come later. */
export const SharedAtStart = ({ incident }: { incident: Incident }) => {
  const { causes, measurement } = incident
  const [first, second] = causes
  if (!first) return null
  return (
    <p className="pb-4 text-lg">
      As it opened, {percent(first.share)} of {causeCounts[measurement] ?? 'it'} came from{' '}
      <Named cause={first} />, which had {percent(first.shareOfViewers)} of viewers
      {second && (
        <>
          ; {percent(second.share)} from <Named cause={second} />, which had{' '}
          {percent(second.shareOfViewers)}
        </>
      )}
      .
    </p>
  )
}
