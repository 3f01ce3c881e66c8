import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { engagementLimits } from '../contract.ts'
import { ChoiceChart } from './choice-chart.tsx'
import { choiceIds } from './engagement-choice.ts'
import { EngagementHeader, subjectName } from './engagement-header.tsx'
import { TopValuesCard } from './top-values-card.tsx'
import { useEngagement } from './use-engagement.ts'
import { useBreakdown } from './use-engagement-data.ts'
import { useShown } from './use-shown.ts'

/** Shown for one title or asset only; all videos together have no common curve. */
const CurveCard = lazyPart(
  'CurveCard',
  () => import('./curve-card.tsx'),
  <Card title="What was watched" description="How often each part of the video was played.">
    <ChartFrame state={{ kind: 'loading' }} size="small">
      {null}
    </ChartFrame>
  </Card>,
)

/** ENGA-001, ENGA-010 */
export const Screen = () => {
  const engagement = useEngagement()
  const { metric, dimension, subject, linkTo } = engagement
  // The numbers of all views come with the top values, so one request serves both.
  const breakdown = useBreakdown(engagement, {
    dimension,
    order: metric,
    direction: 'desc',
    page: 1,
    limit: engagementLimits.chartMax,
  })
  const of = useShown({ metric, dimension }, breakdown.isStale)
  return (
    <>
      <EngagementHeader
        engagement={engagement}
        title={subjectName(engagement) ?? 'Engagement'}
        breadcrumbs={
          subject && [{ label: 'Engagement', href: linkTo('engagement', { subject: undefined }) }]
        }
      />
      <Stack gap={3}>
        <FilterBar state={engagement.state} canFilterMetrics />
        {subject && <CurveCard subject={subject} engagement={engagement} />}
        <div className="grid gap-3 lg:grid-cols-2">
          {choiceIds.map((id) => (
            <ChoiceChart key={id} of={id} engagement={engagement} breakdown={breakdown} />
          ))}
          <TopValuesCard engagement={engagement} breakdown={breakdown} of={of} />
        </div>
      </Stack>
    </>
  )
}
