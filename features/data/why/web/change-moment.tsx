import { formatMoment } from './moment-words.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'

interface ChangeMomentProps {
  moment: { timeframe: readonly number[]; hasEnded: boolean }
  /** There are so few views that chance can look like a change. */
  isUnsure: boolean
  onCompare: () => void
}

/** A range that only partly covers a change is less informative than one that starts with it. */
export const ChangeMoment = ({ moment, isUnsure, onCompare }: ChangeMomentProps) => {
  const [start = 0, end = 0] = moment.timeframe
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line p-3">
      <p className="text-md">
        It {isUnsure ? 'may have begun' : 'began'} at {formatMoment(start)}
        {moment.hasEnded && ` and ended at ${formatMoment(end)}`}.
      </p>
      <Button size="sm" onClick={onCompare}>
        Compare with before
      </Button>
    </div>
  )
}
