import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import { momentLabel, stretchLabel } from '../axes/time-axis.ts'
import type { ChartBand, ChartIncident } from '../chart-data.ts'
import type { LineChartPlan } from './prepare-line-chart.ts'

export const bandOfIncident = ({ id, from, to, tone }: ChartIncident): ChartBand => ({
  id,
  from,
  to: to ?? Number.POSITIVE_INFINITY,
  tone,
})

/** Wide enough to be hit. */
const linkMin = 24

interface IncidentCluster {
  x: number
  width: number
  incidents: ChartIncident[]
}

type Drawing = Pick<LineChartPlan, 'plot' | 'bands'>

/** Incidents whose links would lie over each other have one list. */
export const clusterIncidents = (
  incidents: readonly ChartIncident[],
  { plot, bands }: Drawing,
): IncidentCluster[] => {
  const bandOf = new Map(bands.map((band) => [band.id, band]))
  const placed = incidents
    .flatMap((incident) => {
      const band = bandOf.get(incident.id)
      if (!band) return []
      const width = Math.max(band.width, linkMin)
      const x = Math.min(Math.max(band.x + (band.width - width) / 2, 0), plot.width - width)
      return [{ x, width, incident }]
    })
    .toSorted((one, other) => one.x - other.x)
  const clusters: IncidentCluster[] = []
  for (const { x, width, incident } of placed) {
    const last = clusters.at(-1)
    if (last && x < last.x + last.width) {
      last.width = Math.max(last.width, x + width - last.x)
      last.incidents.push(incident)
    } else clusters.push({ x, width, incidents: [incident] })
  }
  return clusters
}

const whenOf = ({ from, to }: ChartIncident, plan: LineChartPlan) => {
  const span = {
    from: Math.min(plan.span.from, from),
    to: Math.max(plan.span.to, to ?? from),
    stepMs: 60_000,
  }
  return to === undefined ? `since ${momentLabel(from, span)}` : stretchLabel(from, to, span)
}

const nameOf = (incident: ChartIncident, plan: LineChartPlan) =>
  `Incident, ${whenOf(incident, plan)}: ${incident.label}`

interface OneProps {
  incident: ChartIncident
  plan: LineChartPlan
}

const One = ({ incident, plan }: OneProps) => {
  const name = nameOf(incident, plan)
  return (
    <Tooltip content={name}>
      <Link
        kind="plain"
        href={incident.href}
        data-tone={incident.tone}
        className="ph-chart-incident"
        aria-label={name}
      >
        {null}
      </Link>
    </Tooltip>
  )
}

interface SeveralProps {
  incidents: readonly ChartIncident[]
  plan: LineChartPlan
  isAtEnd: boolean
}

/** A list that opens, without the library of menus: charts are on many screens. */
const Several = ({ incidents, plan, isAtEnd }: SeveralProps) => {
  const [isOpen, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const name = `${incidents.length} incidents`
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setOpen(false)
    button.current?.focus()
  }
  const closeOutside = ({ relatedTarget }: FocusEvent) => {
    if (!holder.current?.contains(relatedTarget)) setOpen(false)
  }
  return (
    <div ref={holder}>
      <button
        ref={button}
        type="button"
        className="ph-chart-incident"
        data-tone={incidents.some(({ tone }) => tone === 'bad') ? 'bad' : 'warn'}
        aria-expanded={isOpen}
        aria-label={name}
        title={name}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={closeOnEscape}
        onBlur={closeOutside}
      />
      {isOpen && (
        <ul className="ph-chart-incident-list" data-end={isAtEnd || undefined}>
          {incidents.map((incident) => (
            <li key={incident.id}>
              <Link href={incident.href} onKeyDown={closeOnEscape} onBlur={closeOutside}>
                {nameOf(incident, plan)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface IncidentLinksProps {
  plan: LineChartPlan
  incidents: readonly ChartIncident[]
}

/** Next to the slider, not inside: a slider must not contain links. */
export const IncidentLinks = ({ plan, incidents }: IncidentLinksProps) => {
  const { plot } = plan
  const clusters = useMemo(() => clusterIncidents(incidents, plan), [incidents, plan])
  if (clusters.length === 0) return null
  return (
    <ul
      className="ph-chart-incidents"
      aria-label="Incidents"
      style={{ left: plot.left, top: plot.top }}
    >
      {clusters.map((cluster) => (
        <li
          key={cluster.incidents[0]?.id}
          style={{ transform: `translateX(${cluster.x}px)`, width: cluster.width }}
        >
          {cluster.incidents.length === 1 ? (
            <One incident={cluster.incidents[0]!} plan={plan} />
          ) : (
            <Several
              incidents={cluster.incidents}
              plan={plan}
              isAtEnd={cluster.x > plot.width / 2}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
