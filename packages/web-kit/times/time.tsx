import type { ReactNode } from 'react'
import { formatDate, formatFullDate } from '@playhead/domain/format.ts'
import { useTimeOnScreen } from './zone-on-screen.ts'

interface TimeProps {
  /** In milliseconds when it is a number. */
  at: string | number
  /** The time in other words than "3 hours ago". */
  children?: ReactNode
  className?: string
}

/** A moment, in full on hover. The frame names its zone. docs/adr/0102 */
export const Time = ({ at, children, className = 'tabular-nums' }: TimeProps) => {
  useTimeOnScreen()
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatFullDate(at)}
      className={`whitespace-nowrap ${className}`}
    >
      {children ?? formatDate(at)}
    </time>
  )
}
