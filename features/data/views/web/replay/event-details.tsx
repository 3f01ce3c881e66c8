import type { ReplayEvent } from './timeline/replay-event.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export const hasDetails = ({ details }: ReplayEvent) => Object.keys(details).length > 0

/** Names and values as the player sent them. VIEW-015 */
export const EventDetails = ({ event }: { event: ReplayEvent }) => (
  <span className="flex flex-wrap gap-x-2 font-mono text-xs">
    {Object.entries(event.details).map(([key, value]) => (
      <span key={key} className="[overflow-wrap:anywhere]">
        <span className="text-ink-3">{key}</span> {textOf(value)}
      </span>
    ))}
  </span>
)
