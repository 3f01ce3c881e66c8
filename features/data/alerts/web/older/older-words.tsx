import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { incidents } from '@playhead/features/data/incidents/contract'
import { errorNameOf } from '../cause-text.ts'
import { statusLabel, statusTone } from '../incident-words.ts'
import { metricText, shownOf } from '../metric-text.ts'
import { dimensionTitle, dimensionValueText } from '../rule-words.ts'

export type OlderIncident = CallResponse<typeof incidents.retrieve>['data']

type Path = (below: string) => string

/** The value of an error is its code, which links to the error. ALRT-037 */
const Breakdown = ({
  breakdown: { name, value },
  errorName,
  path,
}: {
  breakdown: OlderIncident['breakdowns'][number]
  errorName: string | undefined
  path: Path
}) =>
  name === 'error_type_id' ? (
    <>
      Error{' '}
      <Link href={path(`errors/${encodeURIComponent(value)}`)}>
        <span className="font-mono text-sm">{errorName ?? value}</span>
      </Link>
    </>
  ) : (
    `${dimensionTitle(name)}: ${dimensionValueText(name, value === '' ? null : value)}`
  )

interface BreakdownsProps {
  incident: OlderIncident
  path: Path
}

export const Breakdowns = ({ incident, path }: BreakdownsProps) =>
  incident.breakdowns.length === 0 ? (
    'All views'
  ) : (
    <ul className="grid">
      {incident.breakdowns.map((breakdown) => (
        <li key={`${breakdown.name} ${breakdown.value}`} className="break-words">
          <Breakdown breakdown={breakdown} errorName={errorNameOf(incident)} path={path} />
        </li>
      ))}
    </ul>
  )

export const OlderStatus = ({ status }: Pick<OlderIncident, 'status'>) => (
  <Badge tone={statusTone[status]}>{statusLabel[status]}</Badge>
)

export const olderValue = (
  { measurement }: Pick<OlderIncident, 'measurement'>,
  value: number | null,
) => metricText(measurement, shownOf(measurement, value))
