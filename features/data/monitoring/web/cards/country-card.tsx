import { useMemo } from 'react'
import { countryName } from '@playhead/domain/countries.ts'
import { formatNumber } from '@playhead/domain/format.ts'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { type Breakdown, viewersByCountry } from '../data/questions.ts'
import { useMonitoring } from '../data/use-monitoring.ts'
import { MonitoredCard } from './monitored-card.tsx'

const WorldMap = lazyPart(
  'WorldMap',
  () => import('@playhead/charts/world/world-map.tsx'),
  <div className="aspect-[960/417] w-full" aria-busy="true" />,
)

const question = viewersByCountry()
const listed = 6
const height = 176

const shareText = (share: number) => `${formatNumber(share * 100, 1)} %`

const nameOf = (code: string | null) => (code ? countryName(code) : 'Unknown')

const Countries = ({ rows }: Pick<Breakdown, 'rows'>) => {
  const all = rows.reduce((sum, { viewers }) => sum + viewers, 0)
  const viewers = useMemo(
    () => new Map(rows.flatMap((row) => (row.value ? [[row.value, row.viewers] as const] : []))),
    [rows],
  )
  const shares = useMemo(() => {
    const most = Math.max(...viewers.values(), 1)
    return new Map([...viewers].map(([code, number]) => [code, number / most]))
  }, [viewers])
  const textOf = useMemo(
    () => (code: string) => `${countryName(code)}: ${formatNumber(viewers.get(code))}`,
    [viewers],
  )
  return (
    <div className="grid items-center gap-x-5 gap-y-2 md:grid-cols-[minmax(0,1.7fr)_minmax(170px,1fr)]">
      <WorldMap shares={shares} textOf={textOf} />
      <table className="w-full text-sm">
        <caption className="ph-visually-hidden">Viewers by country</caption>
        <thead className="ph-visually-hidden">
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Viewers</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, listed).map((row) => (
            <tr key={row.value} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1 text-left font-normal">
                {nameOf(row.value)}
              </th>
              <td className="py-1 text-right font-medium tabular-nums">
                {formatNumber(row.viewers)}
              </td>
              <td className="w-[62px] py-1 text-right text-ink-3 tabular-nums">
                {shareText(row.viewers / all)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > listed && (
        <VisuallyHidden>{`and ${rows.length - listed} more countries`}</VisuallyHidden>
      )}
    </div>
  )
}

/** Where people watch, as a map and in numbers. */
export const CountryCard = () => {
  const asked = useMonitoring(question)
  return (
    <MonitoredCard title="Viewers by country" asked={asked} height={height}>
      {({ rows }) =>
        rows.length === 0 ? <EmptyState title="No viewers" /> : <Countries rows={rows} />
      }
    </MonitoredCard>
  )
}
