import { Badge } from '@playhead/ui/badges/badge.tsx'

const shownLength = 10

/** VIEW-019 */
export const shortErrorCode = (code: string) =>
  code.length > shownLength ? `${code.slice(0, shownLength)}…` : code

interface ErrorCodePillProps {
  code: string
  isFatal?: boolean
}

export const ErrorCodePill = ({ code, isFatal = true }: ErrorCodePillProps) => (
  <Badge tone={isFatal ? 'bad' : 'warn'}>{shortErrorCode(code)}</Badge>
)
