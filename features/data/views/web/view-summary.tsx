import type { ReactNode } from 'react'
import {
  formatDuration,
  formatLength,
  formatNumber,
  unknownValue,
} from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import type { ViewFacts } from './view-facts.ts'

const asPercent = (score: number | null) => (score === null ? null : score * 100)

const scoreParts: [MetricId, (facts: ViewFacts) => number | null][] = [
  ['playback_success_score', (facts) => facts.playbackScore],
  ['startup_time_score', (facts) => facts.startupScore],
  ['rebuffer_score', (facts) => facts.rebufferingScore],
  ['video_quality_score', (facts) => facts.qualityScore],
]

const ofMetric = (metric: MetricId, value: number | null) =>
  formatMetricValue(value, metrics[metric], 'avg')

const place = ({ latitude, longitude }: ViewFacts) =>
  latitude === null || longitude === null
    ? unknownValue
    : `${formatNumber(latitude, 2)}°, ${formatNumber(longitude, 2)}°`

/** VIEW-012 */
const measures = (facts: ViewFacts): [string, string][] => [
  ['Watch time', formatLength(facts.watchTime)],
  ['Playing time', formatLength(facts.viewPlayingTime)],
  ['Content playback time', formatLength(facts.viewTotalContentPlaybackTime)],
  ['Video startup time', formatDuration(facts.timeToFirstFrame)],
  ['Rebuffer count', formatNumber(facts.bufferingCount)],
  ['Rebuffer duration', formatDuration(facts.bufferingDuration)],
  ['Rebuffer frequency', ofMetric('rebuffer_frequency', facts.bufferingRate)],
  ['Rebuffer percentage', ofMetric('rebuffer_percentage', facts.rebufferPercentage)],
  ['Seek count', formatNumber(facts.viewSeekCount)],
  ['Seek duration', formatDuration(facts.viewSeekDuration)],
  ['Weighted average bitrate', ofMetric('weighted_average_bitrate', facts.weightedAverageBitrate)],
  ['Upscale percentage', ofMetric('upscale_percentage', facts.upscalePercentage)],
  ['Downscale percentage', ofMetric('downscale_percentage', facts.downscalePercentage)],
  ['Dropped frames', formatNumber(facts.viewDroppedFrameCount)],
  ['Latitude and longitude', place(facts)],
]

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-3">{term}</dt>
    <dd className="text-md tabular-nums">{children}</dd>
  </div>
)

export const ViewSummary = ({ facts }: { facts: ViewFacts }) => (
  <Card>
    <div className="grid gap-4 lg:grid-cols-[270px_minmax(0,1fr)]">
      <dl className="flex flex-col gap-2 text-sm">
        <div className="flex items-center justify-between gap-2 border-b border-line pb-2">
          <dt className="font-semibold">{metrics.viewer_experience_score.title}</dt>
          <dd>
            <ScoreBadge score={asPercent(facts.viewerExperienceScore)} />
          </dd>
        </div>
        {scoreParts.map(([metric, valueOf]) => (
          <div key={metric} className="flex items-center justify-between gap-2">
            <dt className="text-ink-2">{metrics[metric].title}</dt>
            <dd>
              <ScoreBadge score={asPercent(valueOf(facts))} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] content-start gap-3">
        {measures(facts).map(([term, text]) => (
          <Figure key={term} term={term}>
            {text}
          </Figure>
        ))}
      </dl>
    </div>
  </Card>
)
