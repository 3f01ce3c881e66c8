import { histogramRules, pieceWaits, type Tier, tierMs, versionsPerMs } from './piece.ts'

/** The newest version of a piece. */
export interface KnownPiece {
  tier: Tier
  /** Milliseconds since 1970. */
  moment: number
  version: number
  /** Has the numbers that this program reads. */
  isCurrent: boolean
  /** Has all values of the dimension, with their histograms where the question has percentiles. */
  isComplete: boolean
}

/** When the views of an hour last changed, and the first day on which retention may remove one. */
export interface ChangedHour {
  hour: number
  written: number
  /** The start of that day. */
  firstLoss: number
  /** About as many as its views: written again, a view counts again. */
  writtenRows: number
}

/** From the start to before the end, in milliseconds. */
export interface Stretch {
  start: number
  end: number
}

interface RangePlan {
  pieces: KnownPiece[]
  /** What has to be read from views. */
  raw: Stretch[]
}

/**
 * The pieces that hold exactly the present views. Any change since a piece was made, or so shortly before that it may
 * have been missed, makes it stale.
 */
export const freshPieces = (
  pieces: readonly KnownPiece[],
  changes: readonly ChangedHour[],
  now: number,
): KnownPiece[] => {
  const byHour = new Map(changes.map((change) => [change.hour, change]))
  return pieces.filter((piece) => {
    const madeAt = Math.floor(piece.version / versionsPerMs)
    if (!piece.isCurrent || !piece.isComplete || madeAt > now) return false
    for (let hour = piece.moment; hour < piece.moment + tierMs[piece.tier]; hour += tierMs.hour) {
      const change = byHour.get(hour)
      if (change === undefined) continue
      if (change.written >= madeAt - pieceWaits.margin || change.firstLoss <= now) return false
    }
    return true
  })
}

/** Covers a range once: with days where they fit, then hours, and views for the rest. */
export const planRange = (
  { start, end }: Stretch,
  pieces: readonly KnownPiece[],
  tiers: readonly Tier[],
): RangePlan => {
  const known = new Map(pieces.map((piece) => [`${piece.tier} ${piece.moment}`, piece]))
  const largestFirst = (['day', 'hour'] as const).filter((tier) => tiers.includes(tier))
  const plan: RangePlan = { pieces: [], raw: [] }
  for (let at = start; at < end;) {
    const piece = largestFirst
      .map((tier) => known.get(`${tier} ${at}`))
      .find((one) => one !== undefined && at + tierMs[one.tier] <= end)
    if (piece) {
      plan.pieces.push(piece)
      at += tierMs[piece.tier]
      continue
    }
    const next = Math.min(end, (Math.floor(at / tierMs.hour) + 1) * tierMs.hour)
    const last = plan.raw.at(-1)
    if (last?.end === at) last.end = next
    else plan.raw.push({ start: at, end: next })
    at = next
  }
  return plan
}

/** Whether so much of a range is read from views that its percentiles should be exact. */
export const isMostlyRaw = (range: Stretch, raw: readonly Stretch[]): boolean => {
  const read = raw.reduce((sum, { start, end }) => sum + end - start, 0)
  return read > histogramRules.mostRaw * (range.end - range.start)
}

/** Whether one percentile of a range is read faster from views. */
export const hasFewViews = ({ start, end }: Stretch, changes: readonly ChangedHour[]): boolean => {
  const within = changes.filter(({ hour }) => hour + tierMs.hour > start && hour < end)
  const rows = within.reduce((sum, { writtenRows }) => sum + writtenRows, 0)
  return rows < histogramRules.fewestViews
}
