import { eventsPerBeacon } from '../beacon/parse-beacon.ts'

/** One report per line, or one in each field `CMCD` of a form. */
const textOf = (body: string): string =>
  body.startsWith('CMCD=') ? new URLSearchParams(body).getAll('CMCD').join('\n') : body

/** Players that were offline for a while send all their reports at once: each piece is at most as large as a beacon. */
export const piecesOfBody = (body: string): string[] => {
  const lines = textOf(body)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const pieces: string[] = []
  for (let at = 0; at < lines.length; at += eventsPerBeacon)
    pieces.push(lines.slice(at, at + eventsPerBeacon).join('\n'))
  return pieces.length > 0 ? pieces : ['']
}
