import { formatScore, scoreTone } from '@playhead/domain/format.ts'

export const ScoreBadge = ({ score }: { score: number | null }) => {
  const isKnown = score !== null && Number.isFinite(score)
  return (
    <span className="ph-score" data-tone={isKnown ? scoreTone(score) : undefined}>
      {formatScore(score)}
    </span>
  )
}
