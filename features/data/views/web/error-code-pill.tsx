import { Badge } from '@playhead/ui/badge.tsx'
import { Tooltip } from '@playhead/ui/tooltip.tsx'

const shownLength = 10

/** VIEW-019 */
export const shortErrorCode = (code: string) =>
  code.length > shownLength ? `${code.slice(0, shownLength)}…` : code

interface ErrorCodePillProps {
  code: string
  message?: string | null
  isFatal?: boolean
}

/** What was cut off, and what the error says, is in its hint. */
export const ErrorCodePill = ({ code, message, isFatal = true }: ErrorCodePillProps) => {
  const pill = <Badge tone={isFatal ? 'bad' : 'warn'}>{shortErrorCode(code)}</Badge>
  const hint = [code, message].filter(Boolean).join(': ')
  if (hint === shortErrorCode(code)) return pill
  return (
    <Tooltip content={<span className="break-words">{hint}</span>}>
      <button type="button" className="cursor-default" aria-label={hint}>
        {pill}
      </button>
    </Tooltip>
  )
}
