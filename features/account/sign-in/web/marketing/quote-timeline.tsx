import { PlayheadMark } from '@playhead/ui/icons/logo.tsx'

interface QuoteTimelineProps {
  people: string[]
  index: number
  onSelect: (index: number) => void
}

/** The carousel is drawn as a timeline: the playhead marks the quote that is shown. */
export const QuoteTimeline = ({ people, index, onSelect }: QuoteTimelineProps) => {
  return (
    <div className="relative flex flex-1 before:absolute before:inset-x-0 before:bottom-[6px] before:h-px before:bg-line-strong">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute bottom-[6px] -ml-[7px] transition-[left] duration-300 motion-reduce:transition-none"
        style={{ left: `${((index + 0.5) / people.length) * 100}%` }}
      >
        <PlayheadMark size={16} />
      </span>
      {people.map((person, position) => (
        <button
          key={person}
          type="button"
          aria-label={`Quote by ${person}`}
          aria-current={position === index}
          onClick={() => onSelect(position)}
          className="group flex h-[28px] flex-1 cursor-pointer items-end justify-center rounded-sm"
        >
          <span className="mb-[3px] h-[7px] w-px bg-ink-4 transition-colors group-hover:bg-ink group-aria-[current=true]:bg-transparent" />
        </button>
      ))}
    </div>
  )
}
