import { formatFullDate, unknownValue } from '@playhead/domain/format.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { titleOfMetric } from '../metric-text.ts'
import { Breakdowns, OlderStatus, type OlderIncident, olderValue } from './older-words.tsx'

/** ALRT-036 */
export const olderColumns = (path: (below: string) => string): Column<OlderIncident>[] => [
  {
    id: 'what',
    title: 'Measurement',
    isMain: true,
    render: ({ id, description, measurement, status }) => (
      <span className="grid justify-items-start gap-1">
        <span className="inline-flex flex-wrap items-center gap-2">
          <Link kind="plain" href={path(`incidents/${id}`)} className="font-medium break-words">
            {titleOfMetric(measurement)}
          </Link>
          <OlderStatus status={status} />
        </span>
        <span className="text-sm text-ink-2">{description}</span>
      </span>
    ),
  },
  {
    id: 'breakdowns',
    title: 'Of',
    render: (incident) => <Breakdowns incident={incident} path={path} />,
  },
  {
    id: 'value',
    title: 'Value',
    align: 'end',
    width: 110,
    render: (incident) => olderValue(incident, incident.measuredValue),
  },
  {
    id: 'started',
    title: 'Started',
    align: 'end',
    width: 190,
    render: ({ startedAt }) => formatFullDate(startedAt),
  },
  {
    id: 'resolved',
    title: 'Resolved',
    align: 'end',
    width: 190,
    render: ({ resolvedAt }) => (resolvedAt === null ? unknownValue : formatFullDate(resolvedAt)),
  },
]
