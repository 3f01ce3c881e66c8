import { type CSSProperties, Suspense } from 'react'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { liveStreamCard, type LiveStreamCard, type PartProps } from '../slots.ts'
import { RecordingCard } from './recording-card.tsx'
import { SimulcastCard } from './simulcast-card.tsx'
import { ViewersCard } from './viewers-card.tsx'
import './monitor.css'

const ownCards: readonly LiveStreamCard[] = [
  { column: 'narrow', order: 30, Part: ViewersCard },
  { column: 'narrow', order: 60, Part: SimulcastCard },
  { column: 'narrow', order: 70, Part: RecordingCard },
]

interface ColumnProps extends PartProps {
  cards: readonly LiveStreamCard[]
}

const Cards = ({ cards, stream }: ColumnProps) =>
  cards.map(({ order, column, Part }) => (
    <div
      key={`${column}${order}`}
      className="live-card"
      style={{ '--live-order': order } as CSSProperties}
    >
      <Suspense fallback={<Skeleton height={240} radius="var(--radius-lg)" />}>
        <Part stream={stream} />
      </Suspense>
    </div>
  ))

/** Picture, health and story on the left, people and connections on the right; on phones one column. */
export const MonitorTab = ({ stream }: PartProps) => {
  const cards = useSlot(liveStreamCard, ownCards)
  return (
    <div className="live-monitor">
      <div className="live-column">
        <Cards cards={cards.filter(({ column }) => column === 'wide')} stream={stream} />
      </div>
      <div className="live-column">
        <Cards cards={cards.filter(({ column }) => column === 'narrow')} stream={stream} />
      </div>
    </div>
  )
}
