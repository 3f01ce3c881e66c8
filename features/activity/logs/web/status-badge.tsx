import { Badge } from '@playhead/ui/badges/badge.tsx'

/** Colour and number, so that neither is needed to read the other. */
export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>
    <span className="tabular-nums">{status}</span>
  </Badge>
)
