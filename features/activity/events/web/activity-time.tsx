import { formatDate, formatFullDate } from '@playhead/domain/format.ts'

export const ActivityTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatFullDate(at)} className="whitespace-nowrap tabular-nums">
    {formatDate(at)}
  </time>
)
