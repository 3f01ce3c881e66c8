import { formatNumber } from '@playhead/domain/format.ts'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { topTitlesNow } from '../data/questions.ts'
import type { TopTitle } from '../data/title-changes.ts'
import { useMonitoring } from '../data/use-monitoring.ts'
import { MonitoredCard } from './monitored-card.tsx'

const question = topTitlesNow()
const height = 176

const marks = {
  increased: { sign: '▲', tone: 'text-good' },
  decreased: { sign: '▼', tone: 'text-bad' },
} as const

/** MONI-006 */
const ChangeMark = ({ change }: Pick<TopTitle, 'change'>) => {
  if (!change) return <span className="w-[18px]" />
  const { sign, tone } = marks[change]
  return (
    <span className={`w-[18px] text-center text-xs ${tone}`}>
      <span aria-hidden="true">{sign}</span>
      <VisuallyHidden>{change}</VisuallyHidden>
    </span>
  )
}

/** MONI-001, MONI-006 */
export const TopTitlesCard = () => {
  const asked = useMonitoring(question)
  return (
    <MonitoredCard title="Top titles" asked={asked} height={height}>
      {(titles) =>
        titles.length === 0 ? (
          <EmptyState title="No titles">No video with a title has viewers at this time.</EmptyState>
        ) : (
          <ol aria-label="Top titles" className="text-sm">
            {titles.map(({ title, viewers, change }, index) => (
              <li
                key={title}
                className="flex items-center gap-2 border-t border-line py-1 first:border-t-0"
              >
                <span className="w-[14px] text-ink-3 tabular-nums" aria-hidden="true">
                  {index + 1}
                </span>
                <span className="min-w-0 grow truncate" title={title}>
                  {title}
                </span>
                <span className="font-medium tabular-nums">{formatNumber(viewers)}</span>
                <ChangeMark change={change} />
              </li>
            ))}
          </ol>
        )
      }
    </MonitoredCard>
  )
}
